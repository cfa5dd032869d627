/** Domains `flaky` and `visual`. */
import { acts, numberOf, reads, textOf, times } from "../builtin/simulation.js";
import {
  baseline,
  branch,
  choice,
  days,
  environment,
  flag,
  format,
  integer,
  limit,
  list,
  number,
  paths,
  project,
  type QualityDomain,
  runId,
  string,
  timeout,
  tool,
} from "./definition.js";
import { otherSenses, phrasesOf } from "./phrases.js";

const page = string("The address of the page that is looked at, with the protocol; several are separated by commas.");
const viewports = list("Sizes of the window as width x height, for example 390x844; desktop and phone when left out.");

export const flaky: QualityDomain = {
  name: "flaky",
  purpose: "find and mend tests that pass and fail without a change",
  keywords: ["flaky", "unstable", "intermittent", "retry", "flakiness", "unreliable"],
  phrases: phrasesOf(`
      flakier, intermittently, sporadic, sporadically, nondeterministic, non deterministic, unreliably,
    instability, quarantine, sometimes + fail, sometimes + fails, sometimes + pass, sometimes + passes,
    sometimes + green, sometimes + red, sometimes + works, sometimes + breaks, fails sometimes, fail sometimes,
    occasionally, fails at random, fail at random, randomly, random failures, random + fail, random + fails,
    now and then, once in a while, from time to time, every other run, every other time, every few runs,
    every third run, out of ten, one in ten, works + doesnt, passes + fails, passed + failed + again, green + red,
    red + green, fails + passes, failed + passed, pass + fail, same code, without any change, without a change,
    without changes, nothing changed, no changes, nobody changed, nothing was changed, second attempt, second try,
    second run, try again + passes, rerun + passes, rerun + green, run it again + green, run it again + passes,
    press + again + green, again + green, just rerun, cant rely, cant trust, cannot trust, cannot rely, can not trust,
    dont trust, trust + tests, rely on + tests, whim, whims, mood, moody, lottery, dice, pass locally,
    passes locally, works locally, only on mondays, only fails, fails only, only fail, depends on the order,
    order dependent, different result, different results, wobbly, shaky, instabil, instabile, instabilen, sporadisch,
    sporadische, unzuverlässig, unzuverlässige, wackelig, wackelige, mal grün, mal rot, manchmal, zufällig, ab und zu,
    flackert, flackern, instable, instables, intermittent, intermittents, aléatoire, aléatoires, aléatoirement,
    de temps en temps, parfois, inestable, inestables, intermitente, intermitentes, a veces, aleatorio,
    aleatoriamente, al azar, de vez en cuando, instável, instáveis, às vezes, as vezes, instabili, a volte,
    ogni tanto, instabiel, soms, niestabilne, czasami, bazen, kararsız, 不稳定, 偶尔, 时好时坏, 时过时不过, 有时, 时而, 随机失败, 间歇, 不稳,
    不定时, 不安定, たまに, ときどき, 時々, 불안정, 가끔, 때때로, нестабильные, нестабильный, нестабильных, иногда, то проходит, то падает,
    периодически, come and go, comes and goes, came and went, on and off, off and on, unpredictable, unpredictably,
    by chance, luck, lucky, sometimes + test, sometimes + tests, sometimes + build, one day + next, for no reason,
    no reason, no apparent reason, keeps changing its mind, changes its mind, change their mind,
    stabilize, stabilise, stabilized, stabilised, stable enough, stability of + test, stability of + tests, is + stable,
    restart the pipeline, restart + until, rerun + until, repeat + until, retry until, press + until, run + until, until
    everything passes, until + passes, until + green, until it is green, until they are green, time of day, timing
    problem, timing issue, timing issues, time dependent, race condition, race conditions, blue moon, two answers, same
    test + different, inconsistent, inconsistently, varying results, results vary, depend on each other,
     interfere with each other, influence each other, order of the tests, order in which, hit and miss, hit or
    miss, coin toss, cry wolf, roulette, every now and again, now and again, every now and then, some days,
    deflake, deflaking, de flake, sleep based, sleeps in tests, hard waits, passes on the second, pass on the second,
    passes on retry, pass on retry, on retry, after a retry, after retries, retries, reruns, rerun, re run, re runs,
    false alarm, false alarms, fails for no, breaks for no, red for no, red without, fails without, failing without,
    broke without, once more + green, once more + passes, dependable, not dependable, same commit,
    same build + different, without touching, didnt touch, didnt change, nobody touched, no code change, no change in
    the code, code didnt change, gets red, went red, turns red, goes red, red again, every third, every fifth, every
    tenth, one time in, one run in, times out of, sometimes + time out, only sometimes, sometimes only, time out +
    sometimes, run in parallel + fail, only fail when, only fails when, fail when run, occasional, occasional failures,
    erratic, erratically, capricious, ghost failures, phantom failures, heisenbug, heisenbugs, wacklig, wackeln,
    wackeligen, wacklige, zweiten versuch, beim zweiten, erst beim, nicht zuverlässig, unzuverlässigen, zufallsfehler,
    mal so mal so, mal klappt, unbeständig, flackernde, hin und wieder, ohne grund, grundlos, 不改代码, 没改代码, 代码没改, 代码没动,
    结果不一样, 结果不一致, 有时候, 有时过, 偶发, 偶尔失败, 重跑, 重试, 不稳定的测试, 随机, pasa a veces, pasan a veces, fallan a veces, falla a veces,
    sin cambiar, sin motivo, a la segunda, sans raison, une fois sur, pas fiables, peu fiables, fiables,
    results without a code change, changed their result, changes its result, change their result, dependable again, test
    + dependable, reliable tests, tests + reliable, test + reliable, reliable again, reliably + pass, once in ten, ten
    runs, fails about once,
    slot machine, every so often, healed themselves, heal themselves, heals itself, healed itself, times out + fine,
    fine for days, then for days, one day and + next, red one day, green the next, red + the next, without anyone
    touching, no one touching, behaves differently, behave differently, gambles, gamble, dice roll, flip of a coin, flip
    a coin, coin flip, temperamental, has good days, good days and bad, sulk, sulks, mystery failures, mysteriously,
    magically, by itself + green, go away by themselves, goes away by itself, disappear by themselves, vanish, vanishes,
    cannot reproduce, cant reproduce, hard to reproduce, not reproducible, unreproducible
  `),
  negativeKeywords: phrasesOf(`${otherSenses},
    retry button, retry logic, retry policy, retry mechanism, retry queue, retry the payment, retry payment,
    unstable network, unstable connection, unstable weather, flaky pastry, random number, random user, random name,
    random names, random order, random sample, coin + collector, in the mood, cant trust the client, pass fail,
    retry count, retry later, retry the upload, good luck,
    retry after, retries of the mail, stability of the chemical, unstable isotopes, toss a coin game, casino, race
    condition in the game, random forest, reliable source, re run the report, coin flip game, vary the, rerun the suite
    in, rerun everything, rerun the tests in parallel,
    passed and failed, failed and passed, passed or failed, numbers of passed, vary by,
    flake8, flakes of, snow flakes, corn flakes, not flaky, is not flaky, isnt flaky, are flaky no need
  `),
  tools: [
    tool(
      "flaky_detect_statistical",
      "Find flaky tests from the outcomes of earlier runs: those that passed and failed without a change of the code, with how often, and how sure that is.",
      {
        project,
        paths,
        days,
        minimumRuns: integer("How many runs of a test there must be before it is judged at all.", 3, 1000, 10),
        confidence: number("How sure the verdict has to be, as a share from one half to one.", 0.5, 0.999, 0.95),
        branch,
        limit,
      },
      ["project"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        flaky: times(seed.number("n", 0, 4), (index) => ({
          test: `test ${index}`,
          rate: seed.number(`r${index}`, 2, 40),
        })),
      }),
    ),
    tool(
      "flaky_analyze_patterns",
      "Explain why tests are flaky: time, order, shared data, network, resources; judged by when, where and after which other tests they fail.",
      {
        project,
        tests: list("Only these tests, by their full names; all that are known to be flaky when left out."),
        days,
        runId,
        environment,
        format,
      },
      ["project"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        cause: seed.pick("cause", ["timing", "order", "shared data", "network"]),
        share: seed.number("share", 40, 95),
      }),
    ),
    tool(
      "flaky_stabilize_auto",
      "Mend flaky tests: wait for states instead of times, give each test its own data, fix clocks and seeds, and prove by repeated runs that it helped. Changes test files.",
      {
        project,
        tests: list("Only these tests, by their full names; the flakiest ones when left out."),
        strategy: choice("How far a change may go.", ["wait", "isolate", "rewrite"]),
        repeats: integer("How often a mended test is run to prove that it is stable now.", 5, 1000, 50),
        apply: flag("True to change the files, false to only propose the changes.", false),
        timeout,
      },
      ["project"],
      acts,
      (args, seed) => ({
        project: textOf(args, "project"),
        mended: seed.number("mended", 0, 4),
        repeats: numberOf(args, "repeats", 50),
      }),
    ),
  ],
};

export const visual: QualityDomain = {
  name: "visual",
  purpose: "compare how pages look, check that everybody can use them",
  keywords: [
    "screenshot",
    "visual",
    "regression",
    "accessibility",
    "wcag",
    "visual regression",
    "screen reader",
    "layout",
  ],
  phrases: phrasesOf(`
    visually, accessible, a11y, aria, pixel, pixels, appearance, looks right, look right, looks wrong, looks broken,
    look broken, looks off, looks odd, looks strange, looks different, look different, look the same, looks the same,
    look like + before, still looks, still look, how it looks, how it look, how they look, what it looks like,
    look ok, look good, looks good, look fine, look + tablet, look + tablets, look + phone, look + phones,
    look + mobile, look + screen, look + browser, look + browsers, looks + phone, looks + safari, looks + firefox,
    look + safari, look + dark mode, looks + dark mode, rendered + differently, css change, stylesheet,
    redesign, design + differs, design + match, matches the design, match the design, mockup, figma, contrast,
    colour contrast, color contrast, colour blind, color blind, colorblind, blind people, blind users, blind person,
    blind customer, blind user, is blind, are blind, visually impaired, wheelchair, disability, disabilities,
    disabled people, disabled users, impaired, deaf, screen readers, keyboard only, only a keyboard,
    only the keyboard, with the keyboard, by keyboard, without a mouse, no mouse, alt text, readable, legible,
    too small to read, font size, zoomed, zoom, tab order, focus order, cut off,
    shifted, moved + button, button + moved, misaligned, aligned, out of place, crooked, spacing, ui changes,
    picture of the page, pictures of the pages, picture + page, bildschirmfoto, bildschirmfotos, barrierefreiheit,
    barrierefrei, aussehen, sieht + aus, sehen + aus, optisch, darstellung, screenshots, blinde, visuell, visuelle,
    capture d'écran, captures d'écran, visuel, visuelles, accessibilité, affichage, apparence, aveugle, malvoyants,
    captura de pantalla, capturas de pantalla, capturas, accesibilidad, accesible, aspecto, se ve, visuales, ciegos,
    captura de tela, capturas de tela, acessibilidade, aparência, accessibilità, schermate, schermata, aspetto,
    toegankelijkheid, schermafbeelding, dostępność, zrzuty, erişilebilirlik, 截图, 视觉, 界面, 无障碍, 外观, 样式, 对比度, 排版, 布局,
    页面显示, 盲人, 屏幕阅读, スクリーンショット, アクセシビリティ, 見た目, 表示崩れ, レイアウト, スクリーンリーダー, 스크린샷, 접근성, 화면, скриншот, скриншоты, скриншотов,
    доступность, доступности, внешний вид, выглядит, ugly, wrong colour, wrong color, colours, colors, logo,
    usable by, can everybody use, can everyone use, older people, elderly, eyesight, poor sight, bad eyes, large text,
    big screen, small screen, small screens, visible difference, voiceover, nvda, jaws,
     keyboard navigation, keyboard users, responsiveness + layout, see well, cant see, cannot see,
    poor eyesight, weak eyes, look at 4k, how does + look, how do + look, how + looks, look at + size,
    what + looks like, cover the menu, covers the, hidden behind, hides behind, sticks out, touch targets, tap targets,
    section 508, accessibility act, jumps around, wrong place, what moved, move anything, slipped,
    slid, centered, centred, off center, dark theme, light theme, breakpoints,
       small devices, small device, widescreen, 4k, captions, subtitles, reduced motion,
     css, hover state, text is cut, text + cut, cropped, truncated text, white text,
    grey text, gray text, light grey, hard to read, too small, tiny text, bigger font, typography, fonts, font,
     before and after pictures, pictures of, snapshots + page, snapshot + page, baseline images, image diff, image
    comparison, ui differences, ui diff, right to left, rtl, pixel perfect, design system, style guide, look
    nice, looks nice, look weird, looks weird, looks funny, looks bad, look bad, looks the part, look alike, browser
    differences, in every browser, in all browsers, in safari, on safari, in firefox, on an ipad, on ipad, on the ipad,
    iphone, smartphone, printed, print view, print layout, squeezed, stretched, handy, auf dem tablet, aussieht,
    verschoben, verrutscht, farbkontraste, farbkontrast, kontrast, vorlesen, bildschirmleser, screenreader,
    sehbehinderte, bedienbar, lesbar, darstellungsfehler, sieht gut aus, móvil, en el móvil, se ve bien, ciegas,
    contraste, lector de pantalla, discapacidad, portada + compara, lecteur d'écran, apparaît, sur mobile, sur
    téléphone, 手机上, 手机 + 显示, 显示正常, 页面截图, 错位, 字体, 颜色, 色盲, 视障, 读屏, 读屏器, 改版前后, 好不好看, 看起来, 看上去,
    responsive layout, responsive design, responsive behaviour, responsive behavior, page jumps, things jump, with a
    keyboard, keyboard access, in dark mode, the dark theme, buttons overlap, elements overlap, overlap on, overlap +
    screens, new theme, header looks, footer + pixels, looks on, look on a, look + 4k, page look, pages look, page
    looks, what + look like, does + look, look of the, the look of, new look, old look, how it looks in, gone on the,
    right on + tablet, right on + tablets, scrolls sideways, goes off the screen, off screen, rendered wrong, renders
    wrong, render differently,
    cannot use a mouse, cant use a mouse, use a mouse, without using a mouse, read aloud, read them aloud, read out
    loud, reads aloud, on my phone the, buttons + overlap, button + overlap, overlap the, page usable, usable with,
    usable for, usable without, screen magnifier, magnifier, trembling hands, shaky hands, one hand, one handed, tremor,
    hard of hearing, hearing impaired, low vision, partially sighted, dyslexia, dyslexic, epilepsy, flashing, side by
    side, pictures + side by side, spot the difference, what changed on the page, changed on the screen, off by +
    pixels, alignment
  `),
  negativeKeywords: phrasesOf(`${otherSenses},
    linear regression, logistic regression, regression suite, regression test, regression testing,
    performance regression, regression model, regression analysis, full regression, regression run, visual studio,
    visual basic, keyboard layout, layout of the repository, project layout, folder layout, zoom call, zoom meeting,
    data + contrast, in contrast, by contrast, hearing, memory layout, it looks like we, looks good to me,
    colours of the,
    outlook, phone number, phone numbers, phone simulator, phone call, telephone, phone book, layout of seats, color
    picker, theme park, park theme, header file, http header, request header, headers, moved to tuesday, moved to,
    server moves, snapshot test, snapshot tests, icon update script, look up, lookup, look into, look for, look at the
    code, look at the report, look at the results, look at the failed, screenshot upload, upload of screenshots,
    screenshots frames, visual effects, visual novel, accessibility filter, accessibility map, seat map, mobile suite,
    mobile app + tests, mobile app + agents, status of task, footer of the mail,
    blind spot, blind spots, are we blind, where are we blind, blind to, does that look, it looks like, look at, have a
    look, took a look, take a look, having a look, look through, look over, looking at, looking for, by the time i look,
    code + readable, readable code, class accessibility, look at that, look into that, see whether the code looks, looks
    like the
  `),
  tools: [
    tool(
      "visual_compare_screenshots",
      "Take screenshots of pages and compare them with earlier ones, pixel by pixel or by what a person would notice, and mark each place that differs.",
      {
        page,
        baseline,
        viewports,
        tolerance: number("Percent of pixels that may differ before a page counts as changed.", 0, 100, 0.1),
        ignore: list("Parts of the page that are left out, as CSS selectors: clocks, adverts, animations."),
        environment,
        format,
      },
      ["page"],
      reads,
      (args, seed) => ({
        page: textOf(args, "page"),
        changed: seed.pick("changed", [true, false]),
        difference: seed.number("difference", 0, 40) / 10,
      }),
    ),
    tool(
      "visual_validate_accessibility",
      "Check pages against the accessibility guidelines (WCAG): contrast, names for screen readers, keyboard, headings and focus, with the element and the rule of each finding.",
      {
        page,
        level: choice("The level of the guidelines that has to be met.", ["A", "AA", "AAA"], "AA"),
        rules: list("Only these rules, by their numbers in the guidelines; all of the level when left out."),
        viewports,
        includeFixes: flag("True to add how each finding can be mended in the page.", true),
        limit,
      },
      ["page"],
      reads,
      (args, seed) => ({
        page: textOf(args, "page"),
        level: textOf(args, "level", "AA"),
        violations: seed.number("violations", 0, 14),
      }),
    ),
    tool(
      "visual_test_regression",
      "Run the visual tests of a project over all of its pages, components and window sizes, and give every picture that no longer matches the approved one.",
      {
        project,
        paths,
        browsers: list("Browsers in which pages are drawn: chromium, firefox, webkit; the first when left out."),
        viewports,
        approve: flag("True to take the new pictures as the approved ones from now on.", false),
        branch,
        timeout,
      },
      ["project"],
      acts,
      (args, seed) => ({
        project: textOf(args, "project"),
        pictures: seed.number("pictures", 20, 300),
        changed: seed.number("changed", 0, 9),
      }),
    ),
  ],
};
