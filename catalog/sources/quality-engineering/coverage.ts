/** Domain `coverage`. */
import { adds, reads, textOf, times } from "../builtin/simulation.js";
import {
  baseline,
  branch,
  choice,
  days,
  flag,
  format,
  limit,
  number,
  paths,
  project,
  type QualityDomain,
  runId,
  timeout,
  tool,
} from "./definition.js";
import { otherSenses, phrasesOf } from "./phrases.js";

export const coverage: QualityDomain = {
  name: "coverage",
  purpose: "show which code no test reaches, and close the gaps",
  keywords: ["coverage", "gap", "uncovered", "line coverage", "branch", "branch coverage", "untested"],
  phrases: phrasesOf(`
    not covered, cover + tests, covered by tests, covered by a test, covered by any test, not tested, never tested,
    never test, no test reaches, no tests reach, no test touches, no test, no tests, without tests, without a test,
    without any test, without any tests, missing tests, nobody tests, nobody tested, nothing tests, tests miss,
    forgot to test, forgotten + test, blind spot, blind spots, never executed, never run by, never runs + test,
    not exercised, never exercised, unexercised, tests dont, test suite + reach, tests + reach, tests + touch,
    havent tested, have not tested, not yet tested, uncovered code, how much + tested,
    how much + tests, percent + tested, parts + tested, what + isnt tested, arent tested, isnt tested,
    not being tested, dead code, testabdeckung, abdeckung, abgedeckt, ungetestet, ungetestete, ungetesteten,
    nicht getestet, nie getestet, keine tests, kein test, ohne tests, zeilenabdeckung, lücken + tests, couverture,
    couvert, couverts, couvertes, pas testé, pas testés, pas testée, jamais testé, jamais testée, non testé,
    non testés, sans tests, aucun test, sans test, cobertura, cubierto, cubierta, cubiertas, cubiertos, sin probar,
    sin pruebas, sin tests, no probado, no están probadas, ninguna prueba, ningún test, cubren, sem testes,
    não testado, nenhum teste, coberto, copertura, coperto, coperte, senza test, non testato, nessun test, dekking,
    niet getest, pokrycie, kapsam, 覆盖率, 覆盖, 没有测试, 没有被测, 没测, 未测试, 测不到, 未覆盖, 测试不到, 缺少测试, 没被测, カバレッジ, 網羅, テストされていない,
    テストがない, 커버리지, 테스트되지, 테스트가 없는, покрытие, покрытия, не покрыт, не покрыты, без тестов, did we forget,
    forgot + tests, how thoroughly, how well + tested, well tested, poorly tested, badly tested, unchecked,
    no one tests, no one tested, tests are missing, tests missing, missing a test, lacks tests, lack tests,
    lacking tests, have tests, has tests, tests never reach, tests never touch,
    tested at all, is + tested at all, not tested at all, tested code, share of tested, what do they leave out, tests
    leave out, tests overlook, suite overlooks, suite + overlook, hit by + test, hit by tests, is everything tested, everything + tested, new tests help, tests help most, tests would
    help, more tests, additional tests, where + tests help, edge cases + covered, unexecuted, lcov, istanbul, jacoco,
    codecov, mutation score, statement coverage, by any test, by at least one test, in any test, no test goes, no test
    ever, keinem test, von keinem test, test erreicht, tests + erreichen, nicht geprüft, fehlen + tests,
    fehlt + test, tests fehlen, testlücken, ungeprüft, were not tested, was not tested, was never tested, were never
    tested, never been tested, is never tested, are never tested, not been tested, went in without, come in without
    tests, unreached, reached by + test, does any test, is there a test for, are there tests for, do we have
    a test for, do we have tests for, have we tested, did anybody test, did anyone test, does somebody test, does
    anything test, which tests exercise, untested parts, exercised by tests, our tests miss,
    suite + miss, miss completely, test hole, test holes, holes in our tests, holes in the tests, gaps in our tests,
    gaps in the tests, test gap, test gaps, where are we blind, are we blind, blind to, only the happy path, happy path
    only, sin cubrir, no + cubierto, no + probadas, no se prueba, no se prueban, no probamos, qué falta por probar, 没有测,
    没测到, 没测过, 测到, 哪些代码 + 测试, 哪些代码没, 漏测, 没人测, pas couvert, n'est pas testé, ne sont pas testés, aucun test ne,
    is everything tested at all, everything is tested, uncovered branches, uncovered lines, tests for uncovered, tests for
    the uncovered, tests for untested, tests for the untested, lines + no tests, lines without tests, never in tests,
    never in a test, doesnt touch + suite, suite doesnt touch, suite doesnt reach, suite + untouched, dont we test, dont
    test, do we not test, how complete + tests, completeness of the tests, complete are the tests, how good + tests
    cover, no line without,
    nobody wrote a test, nobody wrote tests, wrote a test for + nobody, nobody has written tests, no one wrote, nobody +
    wrote a test, tests skip over, skip over + tests, tests + skip over, would a test notice, would any test notice,
    single test notice, test notice, tests notice, nothing exercises, in the dark, fraction of the code, tests + go
    through, tests really go through, even opens, none of our + opens, ever opens, no
    check, left in the dark, code for it covered, is + covered, covered + tests, covered well, what is covered, poorly
    covered, badly covered, thinly covered, no safety net, safety net
  `),
  negativeKeywords: phrasesOf(`${otherSenses},
    gap year, age gap, gap between, gap in the market, pay gap, css gap, gap of, grid gap, generation gap, time gap,
    gap insurance, mind the gap, insurance coverage, coverage of the insurance, network coverage, press coverage,
    media coverage, health coverage, mobile coverage, coverage area, branch office, git branch, feature branch,
    release branch, main branch, on branch, the branch, branch name, new branch, a branch, this branch, my branch,
    bank branch, branch manager, branches of the bank, bank branches, from branch, of branch, our branch,
    branch offices, branch main, store branch, branch library, create branch, delete branch, merge branch,
    each branch, i have tests, do we have tests running,
    no tests yet, no tests please, no tests now, news coverage, coverage widget, map
    coverage, coverage map, 5g coverage, radio coverage, snow coverage, coverage letter, branching story, mind gap,
    insurances coverage, insurance + coverage,
    no test that fails, no tests that fail, no test fails, no tests are red, no tests run today,
    cover letter, hotfix branch, of the branch, offices branch, singapore branch, covered in snow, covered by insurance,
    covered by the insurance, covers the costs, is covered by the warranty, covered bridge
  `),
  tools: [
    tool(
      "coverage_analyze_stream",
      "Measure which lines, branches and functions the tests of a project reach, file by file while the tests run, so that the first results are there before the last test is done.",
      {
        project,
        paths,
        kind: choice("What is counted as reached by a test.", ["lines", "branches", "functions", "statements"]),
        branch,
        threshold: number("Percent that a file must reach; files below it are marked.", 0, 100, 80),
        format,
        timeout,
      },
      ["project"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        kind: textOf(args, "kind", "lines"),
        percent: seed.number("percent", 48, 97),
        files: seed.number("files", 12, 240),
      }),
    ),
    tool(
      "coverage_detect_gaps_ml",
      "Find the gaps of a project's tests that matter most: code that no test reaches, ranked by how likely a fault in it is, judged by complexity, changes and earlier faults.",
      {
        project,
        paths,
        days,
        risk: choice(
          "The least risk that is reported; what lies below is left out.",
          ["low", "medium", "high"],
          "medium",
        ),
        runId,
        limit,
      },
      ["project"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        gaps: times(seed.number("gaps", 1, 4), (index) => ({
          file: `src/part-${index}.ts`,
          lines: seed.number(`l${index}`, 4, 60),
          risk: seed.pick(`r${index}`, ["medium", "high"]),
        })),
      }),
    ),
    tool(
      "coverage_recommend_tests",
      "Say which tests would raise the coverage of a project most for the least work, each with the code that it would reach and a sketch of it.",
      {
        project,
        paths,
        goal: number("Percent of lines that shall be reached in the end.", 1, 100, 85),
        effort: choice("How much work each test may be.", ["small", "medium", "any"]),
        limit,
      },
      ["project"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        tests: seed.number("tests", 2, 12),
        reaches: seed.number("reach", 60, 95),
      }),
    ),
    tool(
      "coverage_compare_versions",
      "Compare the coverage of two versions of a project: what is new and not reached, what was reached before and is no longer, and whether the change lowers the whole.",
      {
        project,
        branch,
        baseline,
        changedOnly: flag("True to look only at lines that differ between the two versions.", true),
        threshold: number("Percent of the changed lines that must be reached.", 0, 100, 80),
        format,
      },
      ["project", "baseline"],
      adds,
      (args, seed) => ({
        project: textOf(args, "project"),
        before: seed.number("before", 60, 90),
        after: seed.number("after", 60, 92),
      }),
    ),
  ],
};
