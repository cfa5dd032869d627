/** Domains `quality` and `requirements`. */
import { adds, reads, textOf, times } from "../builtin/simulation.js";
import {
  baseline,
  branch,
  choice,
  days,
  environment,
  flag,
  format,
  limit,
  list,
  notify,
  number,
  paths,
  project,
  type QualityDomain,
  string,
  tool,
} from "./definition.js";
import { otherSenses, phrasesOf } from "./phrases.js";

const build = string("The build or version in question, by its number or identifier; the latest one when left out.");

export const quality: QualityDomain = {
  name: "quality",
  purpose: "decide whether a version may be released: gates, risks, readiness",
  keywords: ["quality gate", "deploy", "release", "go/no-go", "deployment", "rollout", "go live", "production ready"],
  phrases: phrasesOf(`
     ship it, shipped + customers, roll out, rolled out, rolling out, roll it out, going live, goes live,
    went live, launch, to production, into production, in production + ready, ready for production,
    ready for customers, ready + customers, in front of customers, in front of users, out to customers,
    to our customers, good to go, good enough, ready to go, go ahead, green light, ready for release, releasable,
    can go out, go out + today, go out + tomorrow, go out + friday, go out today, go out tomorrow, goes out,
    push it live, put it live, put + live, go online, hand it over, hand over + customer, sign off, signed off,
    how risky, risky, risk of + change, risk of + build, gate, publish + version, version + ready, are we ready,
    are we done, readiness, hold back + version, what stops us, what keeps us from, blocks us from, go or no go,
    safe to, veröffentlichen, veröffentlichung, ausliefern, auslieferung, freigeben, freigabe, freigegeben, rausgeben,
    live gehen, live + gehen, produktiv, produktionsreif, déployer, déploiement, mise en production,
    mettre en production, en production, livrer, livraison, publier, prêt, prête, sortir + version, mise en ligne,
    mettre en ligne, feu vert, publicar, lanzar, desplegar, despliegue, lanzamiento, a producción, en producción,
    listo para, lista para, lista + versión, liberar, subir a producción, lançar, lançamento, implantar, em produção,
    para produção, pronta para, rilasciare, rilascio, pubblicare, in produzione, uitbrengen, uitrollen, wydać,
    wdrożyć, yayınlamaya, yayınla, 发布, 上线, 部署, 质量门, 放行, 交付, 发版, リリース, デプロイ, 本番, 배포, 출시, 릴리스, релиз, выпустить,
    выпускать, релизу, выкатить, выкатывать, give + customers, should we wait, postpone, build + ready,
    release + ready, ready yet, hotfix + out, ok to release, fit for customers, fit for production, in produktion,
    can we ship, shipping this, should ship, exit criteria, release criteria, shipping criteria, criteria for shipping,
    criteria + met, high risk, low risk, medium risk, risk score, risk rating, rate the risk, risk assessment, riskiest,
    riskier, how dangerous, what could go wrong, what can go wrong, another week, more time + before, app store, play
    store, delivered to clients, delivered to customers, deliver to, deliver + clients, deliver + customers, deliver +
    users, clients today, merge + risk, merging + risk, is + mergeable, would you merge, can this be merged, approve or
    block, approve the build, let it out, let it go out, out of the door, out the door, hold it back, hold it, blockers,
    blocker, blocking issues, show stoppers, showstopper, showstoppers, show stopper, odds, dare to, do we dare, bet
    your, would you bet, hand it to the customers, hand + customers, hand to the client, is + done or, finished enough,
    mature enough, maturity + version, stable enough to release, done enough, ready or not, is it ready, is this ready,
    ready for, are they ready, everything ready, ready by, is + ready, good for production, production rollout, canary,
    blue green, feature freeze, cutover, promote build, promote + production, promote + staging, launch date, launch
    decision, milestone + ready, quality gates, gates, gate status, gate + green, gate + red, thresholds + gate,
    verdict, yes or no + live, thumbs up, thumbs down, roll + out, rolls out, rolled back, roll back, rollback, go for
    launch, d day, end users + today, give it to, give this to, hand this to, users get it, users get this, reif,
    ausrollen, rausgehen, rausbringen, live schalten, freischalten, grünes licht, ja oder nein, spricht + gegen, spricht
    + dagegen, riskant, risiko, auf die kunden, an die kunden, kunden geben, marktreif, einspielen, riesgo, arriesgado,
    publicamos, lanzamos, salir a producción, pasar a producción, lista para producción, risqué, risque, sortir,
    livrable, on peut livrer, 能不能发, 可以发, 能发布, 上线 + 风险, 风险, 门禁, 质量门禁, 能否上线, 上生产, 投产, 能交付,
    may it go out, go out, stop the launch, froze the code, speaks against, against releasing, against the release,
    push this to, push it to, push it out, push this out, should this go to, should it go to, should we go,
    recommendation + release, release recommendation, put this into the hands, into the hands of, hands of
    customers, hand it out, give it out, hit the stores, go to the stores, to the stores, too risky, worth the risk,
    take the risk, is it finished, finished + ship, call it done, can we call it done, good to ship, greenlight, let
    this out, let this go out, let the build, wave through, wave it through, clear to, cleared for, is cleared, pull the
    trigger,
    would you release, would you ship, would you deploy, would you let, would you push, would you put, tomorrow would
    you, to ship, ship the, ship this, ship version, ship build, we ship, ship on, ship today, ship tomorrow, ship now,
    ship anything
  `),
  negativeKeywords: phrasesOf(`${otherSenses},
    press release, release notes, release note, release date, release the lock, release memory, release branch,
    film release, album release, launch party, product launch email, rocket launch, ship date, cruise ship,
    ship to address, gate number, boarding gate, logic gate, airport gate, garden gate, release form, block release,
    time release, stress release, launch the browser, launch browser, launch agents, launch an agent,
    launch the agents, report is ready, is the report ready, is the fleet ready, fleet ready, agents ready,
     safe to remove, safe to ignore, sail, ready to start, postpone the meeting,
    shipping address, shipping cost, shipping costs, shipping rules, shipping code, shipping label, shipping module,
    shipping options, shipping fee, fire risk, risk calculator, credit risk, risk classes, risk class, release of
    liability, release of funds, airbag, parachute, troops, safe to delete, release notes editor, release notes page,
    press release page, ready made, roll back + script, liability, by risk,
     gate code, gate codes, since the last release, last release, previous release, changed since the
    release, before checking the gate code, good enough description,
    acceptance criteria,
    gate opening, gate opens, garage gate, container ships, cargo ship, container ship, docking, ship captain, gate +
    parking, parking + gate, gate at the, gate of the
  `),
  tools: [
    tool(
      "qe_qualitygate_evaluate",
      "Evaluate a version against its quality gate and give a decision, go or no-go, with the rules that decided it and what would have to change for the other decision.",
      {
        project,
        build,
        rules: list("Rules of the gate that are evaluated, by their names; all of them when left out."),
        environment,
        strict: flag("True to let warnings count as failures in the decision.", false),
        format,
      },
      ["project"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        decision: seed.pick("d", ["go", "no-go"]),
        failed: seed.number("failed", 0, 3),
      }),
    ),
    tool(
      "qe_qualitygate_assess_risk",
      "Judge how risky it is to release a version: what changed, who depends on it, how well it is tested and what went wrong with such changes before.",
      {
        project,
        build,
        baseline,
        factors: list("What is judged: size, tests, owners, history, dependents; all when left out."),
        days,
        limit,
      },
      ["project"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        risk: seed.pick("risk", ["low", "medium", "high"]),
        score: seed.number("score", 5, 95),
      }),
    ),
    tool(
      "qe_qualitygate_validate_metrics",
      "Check the measures of a build, such as coverage, failures, duplication and response times, against limits, and say which are missed and by how much.",
      {
        project,
        build,
        limits: {
          type: "object",
          additionalProperties: { type: "number" },
          description:
            "The limits by the name of the measure, for example coverage: 80; the project's own when left out.",
        },
        tolerance: number("Percent by which a value may miss its limit and still pass.", 0, 20, 0),
        baseline,
        format,
      },
      ["project"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        checked: seed.number("checked", 5, 12),
        missed: seed.number("missed", 0, 3),
      }),
    ),
    tool(
      "qe_qualitygate_generate_report",
      "Write the report of a gate's decision for people who have to sign it: decision, reasons, risks that were accepted and by whom.",
      {
        project,
        build,
        audience: choice("For whom it is written; it decides how much technical detail it has.", [
          "management",
          "developers",
          "auditors",
        ]),
        format,
        notify,
        branch,
      },
      ["project"],
      adds,
      (args, seed) => ({ reportId: seed.id("gate"), audience: textOf(args, "audience", "management") }),
    ),
    tool(
      "quality_deployment_readiness",
      "Tell whether everything for a deployment is in place: approvals, migrations, configuration, a way back, and people who watch it.",
      {
        project,
        build,
        environment,
        checklist: list("Points that must be in place, by their names; the project's own list when left out."),
        window: string("When it shall be deployed, as a date with time or in plain words."),
        notify,
      },
      ["project", "environment"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        ready: seed.pick("ready", [true, false]),
        open: seed.number("open", 0, 4),
      }),
    ),
    tool(
      "quality_decision_record",
      "Record a decision about a release with its reasons, its author and the evidence, so that it can be found and explained later.",
      {
        project,
        build,
        decision: choice("What was decided about the version.", ["go", "no-go", "conditional"]),
        reason: string("Why it was decided so, in a few sentences, with the risks that were accepted."),
        conditions: list("What must be done before or after the release, one entry for each condition."),
        notify,
      },
      ["project", "decision", "reason"],
      adds,
      (args, seed) => ({ recordId: seed.id("decision"), decision: textOf(args, "decision") }),
    ),
  ],
};

export const requirements: QualityDomain = {
  name: "requirements",
  purpose: "check requirements and turn them into scenarios",
  keywords: ["requirements", "bdd", "gherkin", "acceptance criteria", "user story", "user stories", "cucumber"],
  phrases: phrasesOf(`
    acceptance criterion, given when then, given + when + then, given/when/then, feature file, specification,
    specified, spec sheet, epic, acceptance test, behaviour driven, behavior driven, scenarios from, scenario + story,
    scenarios + story, scenarios + ticket, ticket + scenarios, ticket + testable, ambiguous, ambiguity, ambiguities,
    testable, stakeholder, stakeholders, what the customer wants, what the client wants, customer + wanted,
    client + wanted, what + asked for, did they ask for, wish list, wishes + customer, wishes + clear, contradict,
    contradicts, contradictory, contradiction, clear enough + build, clear enough + test, ticket + vague, vague,
    described + clearly, product owner + wrote, product owner + wants, examples + business, definition of ready,
    anforderung, anforderungen, akzeptanzkriterien, lastenheft, pflichtenheft, szenarien, nutzergeschichten, exigence,
    exigences, critères d'acceptation, cahier des charges, récit utilisateur, récits utilisateur, spécifications,
    spécification, scénarios, requisito, requisitos, criterios de aceptación, historia de usuario,
    historias de usuario, critérios de aceitação, histórias de usuário, especificación, escenarios, requisiti,
    criteri di accettazione, specifiche, vereisten, eisen, acceptatiecriteria, wymagania, wymagań, gereksinimler, 需求,
    验收标准, 验收条件, 用户故事, 规格, 要件, 受け入れ基準, 受け入れ条件, 仕様, ユーザーストーリー, 요구사항, 인수 조건, требования, требований, критерии приёмки,
    критерии приемки, сценарии, what they asked for, what was asked for, what we promised, what was promised,
    into scenarios, scenarios for, as scenarios, wishes, ticket + clear, story + clear, stories + clear, measurable,
    understandable + story, misunderstood, misunderstand, two meanings, mean + sentence, interpreted,
    missing information + ticket, meets what, what was ordered, as agreed with the customer, promised + customer,
    description of + good enough, is the description, description + clear, description + precise, questions + product
    owner, ask the product owner, ticket says, story says, verifiable, can be verified, backlog items,
    backlog, invest, definition of done, business rules, tender, must haves, must have, specification by example,
    spezifikation, undefined, unclear, precise enough, exact enough, asking for, what exactly, small and clear, clear
    enough, too much open, leaves open, leave open, left open, open questions, gherkin scenarios, cucumber features,
    feature files, refinement, groom, grooming, story mapping, srs, prd, functional spec, non
    functional, nonfunctional, use cases, use case, how + should behave, should behave, expected behaviour, expected
    behavior, description is, reworded, rewrite + verified, tester knows, plain
    language, plain english, business people, understand what they want, what they want, what do they want, what they
    really want, what the users want, what people want, want from, expects from, customer expects, client expects,
    wished for, wishlist, interview notes, workshop notes, meeting notes, whiteboard, user wishes,
    contradicting, contradictions, disagree, overlapping criteria, testability, traceability, trace + requirements,
    requirement, given when, kriterien, abnahmekriterien, abnahme, klar genug, eindeutig, widersprechen, widersprüche,
    user storys, nutzergeschichte, beschreibung + genau, wünsche, kundenwunsch, fachkonzept, spezifikationen, requisitos
    claros, especificaciones, criterios, historias, lo que pide el cliente, contradicciones, critères, ambigu, ambiguë,
    需求文档, 验收, 场景, 矛盾, 歧义, 说明书, 写清楚, 描述清楚,
    cucumber feature, feature files from, criteria overlap, story so that, rewrite the story, the wording of +
    requirement,
    the spec, our spec, a spec, this story, the story, these stories, our stories, of story, of stories, epics,
    the stories, acceptance check, contracts + requirements,
    should behave when, how could one + check, how would one + check, could one ever check, how can one check, user
    friendly and, sharpen it, sharpen, make examples, examples from, supposed to do, is supposed to, situation action
    outcome, situation + outcome, step by step + behave, plain sentences, customer wrote, client wrote, they wrote, the
    customer says, the client says, what is meant, what they mean, what does + mean by, testable as written, as written,
    woolly, fuzzy, hazy, too general, rough idea, loosely worded, wishy washy, spell out, spelled out, pin down, nail
    down, rules from + examples, notes from the, from the notes,
    conflicting requirements, conflicting wishes, conflicting rules, conflicting stories
  `),
  negativeKeywords: phrasesOf(`${otherSenses},
    requirements txt, system requirements, hardware requirements, visa requirements, password requirements, spec file,
    spec files, spec ts, spec js, legal requirements, epic fail, epic win, cucumber salad, cucumbers, best wishes,
    branching story, story feed, scenario planning, visa requirement, job requirements, acceptance of cookies, job ad,
    criteria filter, short story, stories of users, instagram, backlog of tickets count, feature flags, user story
    points sum, contract signing, rental contract, requirement field,
    requirements for immigrants, pip, npm install, requirements page, into spec not, spec is flaky, spec folder, the
    spec folder, product owner wants a release
  `),
  tools: [
    tool(
      "qe_requirements_validate",
      "Check requirements for completeness, ambiguity, contradictions and testability, and propose a better wording for each sentence that fails.",
      {
        source: string("The requirements themselves as text, or the path of the document or ticket that holds them."),
        project,
        checks: list("What is checked: completeness, ambiguity, contradictions, testability; all when left out."),
        language: string("The language of the requirements, as a code of two letters.", { default: "en" }),
        paths,
        format,
      },
      ["source"],
      reads,
      (args, seed) => ({
        source: textOf(args, "source"),
        sentences: seed.number("all", 6, 60),
        unclear: seed.number("unclear", 0, 9),
      }),
    ),
    tool(
      "qe_requirements_generate_bdd",
      "Turn requirements or a user story into scenarios of Given, When and Then in Gherkin, with the ordinary course, the exceptions and tables of examples.",
      {
        source: string("The requirement or story as text, or the path of the document or ticket that holds it."),
        project,
        maxScenarios: {
          type: "integer",
          minimum: 1,
          maximum: 100,
          default: 10,
          description: "How many scenarios are written at most, the most important ones first.",
        },
        examples: flag("True to add tables with examples of values to the scenarios.", true),
        language: string("The language in which the scenarios are written, as a code of two letters.", {
          default: "en",
        }),
        write: flag("True to write the feature file into the project, false to only give it back.", false),
      },
      ["source"],
      adds,
      (args, seed) => ({
        source: textOf(args, "source"),
        scenarios: times(seed.number("n", 2, 4), (index) => `Scenario ${index}`),
      }),
    ),
  ],
};
