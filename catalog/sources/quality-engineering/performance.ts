/** Domain `performance`. */
import { acts, numberOf, reads, textOf, times } from "../builtin/simulation.js";
import {
  baseline,
  choice,
  days,
  environment,
  format,
  integer,
  limit,
  list,
  number,
  project,
  type QualityDomain,
  string,
  timeout,
  tool,
} from "./definition.js";
import { otherSenses, phrasesOf } from "./phrases.js";

const target = string(
  "What is measured: the address of a service or page, or the name of an operation in the project.",
);

export const performance: QualityDomain = {
  name: "performance",
  purpose: "measure speed and load, find what makes a system slow",
  keywords: [
    "performance",
    "benchmark",
    "bottleneck",
    "profiling",
    "latency",
    "load test",
    "throughput",
    "speed",
    "stress test",
  ],
  phrases: phrasesOf(`
    slow, slower, slowest, slowly, slowness, sluggish, laggy, lag, fast, faster, fast enough, quick enough, speed up,
    profiler, load, load tests, load testing, under load, peak load, page load, load time, soak test, stress testing,
    response time, memory leak, memory usage, memory consumption, cpu, p95, p99, requests per second, rps,
    queries per second, takes too long, taking so long, takes so long, took so long, takes forever, takes ages,
    too long + wait, take + long, wait + long, wait + seconds, seconds + open, seconds + load, seconds + appear,
    seconds + answer, seconds until, minutes + import, takes + minutes, takes + seconds, hangs, users at once,
    people at once, visitors at once, concurrent users, simultaneous users, users at the same time,
    people at the same time, users + same time, handle + users, handle + visitors, handle + requests, handle + orders,
    cope with, black friday, thousand users, thousand people, thousand visitors, go down + visitors, scale to,
    scalability, time + goes, eats + memory, uses + memory, eating + memory, langsam, langsamer, schneller, leistung,
    ladezeit, ladezeiten, antwortzeit, antwortzeiten, lasttest, lasttests, engpass, geschwindigkeit, dauert + lange,
    so lange, lent, lente, lentes, lents, lenteur, temps de réponse, temps de chargement, goulot, montée en charge,
    test de charge, vitesse, lento, lenta, lentos, lentas, rendimiento, latencia, tarda, tardan, cuello de botella,
    prueba de carga, pruebas de carga, velocidad, desempenho, lentidão, devagar, demora, demorando, prestazioni,
    lentezza, traag, trager, prestaties, sneller, wolno, wydajność, yavaş, performans, 性能, 很慢, 太慢, 变慢, 慢了, 好慢, 越来越慢,
    慢得, 这么慢, 那么慢, 非常慢, 特别慢, 卡顿, 很卡, 瓶颈, 延迟, 响应时间, 压测, 压力测试, 负载, 吞吐, 并发, 耗时, 速度, パフォーマンス, 遅い, 遅く, 重い, 負荷, レイテンシ, 성능,
    느려, 느린, 느립, 부하, медленно, медленный, медленная, тормозит, производительность, производительности, нагрузка,
    нагрузку, нагрузочный, crawl, crawling, snail, ages, spinner, keep waiting, keeps waiting, kept waiting,
    how long does, how long do, keep up with, withstand, rush, crowd, heavy traffic, traffic spike,
    traffic peak, many users, lots of users, everybody at once, everyone at once, all at once, at the same moment,
    how quickly, snappy, schnell genug, wie schnell, assez rapide, plus rapide, más rápido, más rápida,
    capacity + users, page freezes,
    falls over, fall over, falls down, collapse, collapses, where + time go, where + time + lost, where + time + spent,
    time is spent, time is lost, take longest, takes longest, takes the longest, take the longest, k6, jmeter, gatling,
    locust, time to first byte, ttfb, lcp, core web vitals, web vitals, optimize, optimise, optimization, finish +
    minutes, finish + hours, finish + morning, finish in time, finishes too late, how much traffic, keep up, how many
    users, how many visitors, how many requests, how many people + handle, how many people + at once, n 1 queries, n 1
    query, garbage collection, gc pauses, heap, heap dump, flame graph, peak times, peak hours, peak time, connections +
    run out, run out of memory, runs out of memory, out of memory, under 1000 users, with 1000 users, under heavy use,
    under stress, under pressure, double the users, twice the users, ten times the users, ten times the traffic, twice
    the traffic, ten times the load, parallel users, parallel uploads, parallel requests, maximum number of + users,
    maximum number of + requests, maximum + handle, capacity, survive, survives, endurance, soak, spike test, stress,
    ansturm, andrang, hält + stand, wie viele benutzer, wie viele nutzer, zeit + verloren, zeit + verbraucht, ewig,
    trödelt, ruckelt, speicherleck, auslastung, aushalten, aushält, drain + battery, drains + battery, battery, bundle
    size, cold start, cold starts, warm up, start up time, startup time, response times, take a while, takes a while,
    took ages, take ages, too long, forever, never finishes, treacle, molasses, choke, chokes, brought
    to its knees, on its knees, slowdown, slow down, slows down, requests time out, time out + peak,
    memory + grows, memory + growing, grows + memory, memory footprint, high memory, cpu usage, at 100
    percent, hot path, hotspot, hotspots, slow query, query plan, milliseconds, under a second, less than a second,
    longer than a second, longer than + seconds, tps, qps, latencies, wait time, waiting time, waiting times, baseline +
    times, quick, quicker, responsiveness, respond in, react + time, respond within, answer +
    within, autoscaling, lightweight, heavy page, gets heavier, got heavier, page weight, tarde,
    tardó, lentitud, rápido, rápida, aguanta, aguantar, usuarios a la vez, usuarios concurrentes, mil usuarios,
    optimizar, rapide, rapidement, tient la charge, mémoire, fuite de mémoire, 内存一直, 内存泄漏, 内存泄露, 打开太慢, 太久, 多少并发, 多少用户,
    承受, 扛得住, 撑得住, 高峰, 超时 + 高峰, 优化, 加载慢, 慢不慢, 卡不卡, 响应慢,
    hold up under, holds up under, hold up when, responds slowly, responds late, memory leaks, old phones, slow phones,
    stutter, stutters, stuttering, judder, judders, jerky, choppy, fps, frame rate, frames per second, eating the time,
    eats the time, what eats, where do + seconds, where do + minutes, where does + second, drains + patience, wait wait,
    hogs, hog, ram, ram fills, fan + crazy, fans + loud, used to be + seconds, used to take, get a coffee, fetch a
    coffee, make a coffee, drink a coffee, lentísima, lentísimo, dónde + tiempo, se pierde el tiempo, visitors + stand,
    users + stand, how many simultaneous, simultaneous visitors, simultaneous requests, simultaneously, at the same
    second, gets stuck, freezes, freeze for, frozen for, unresponsive, loads slowly, timeouts + rush, give up under,
    gives up under, buckle, buckles, breaks down + users, breaks down + visitors, hard pressed,
    scale up to, scale out, scales up, scales with, does it scale, scaling behaviour, scaling limits
  `),
  negativeKeywords: phrasesOf(`${otherSenses},
    performance bonus, performance review, performance fee, live performance, theatre performance, fail fast,
    fast forward, fast track, fast food, breakfast, loading dock, load the, load all, load them, load it, load into,
    load my, load tools, load data, load test data, load a domain, truck load, file upload, as fast as, so long as,
    benchmark index, slow motion, slow cooker, speed dating, speed limit, fast lane, stock performance,
    capacity of the, payload, code freeze, how long does the trial, luggage, languages, how long do we keep,
    middle ages,
    profile page, user profile, user profiles, profile picture, my profile, profile photo, profile test, performance of
    the sales, sales performance, performance of actors, seating capacity, battery level, battery icon, washing machine,
    cement, quick question, quick start, quick reply, fast reply, load planner, freight load, load of a, lorry, loading
    spinner test, while loading, lazy loading, summary of performance, high memory game, fast and user friendly, slow
    down please, heap sort, fish scale, scale of the map, scale model, speedometer,
    interest rate, drag and drop, slow everybody down, slow us down, slows us down, hold up and, load sensor, not the
    slow tests,
    stage performance, performance calendar, bluetooth scales, kitchen scales, too risky, capacity planning form, frame
    rate field, ram the, ram sheep, freeze the branch
  `),
  tools: [
    tool(
      "performance_analyze_bottlenecks",
      "Find out what makes an operation slow: follow it through the system, and name the functions, queries and calls that cost most time or memory.",
      {
        target,
        project,
        resource: choice("What is scarce and therefore looked at.", ["time", "cpu", "memory", "database", "network"]),
        environment,
        days,
        limit,
      },
      ["target"],
      reads,
      (args, seed) => ({
        target: textOf(args, "target"),
        bottlenecks: times(seed.number("n", 1, 3), (index) => ({
          place: `src/step-${index}.ts`,
          share: seed.number(`s${index}`, 8, 60),
        })),
      }),
    ),
    tool(
      "performance_generate_report",
      "Write a report about the measured speed of a system: percentiles of response times, throughput, errors under load, and how they changed since an earlier version.",
      {
        target,
        days,
        percentiles: list("Percentiles of the response time that are shown, for example 50, 95 and 99."),
        baseline,
        format,
        project,
      },
      ["target"],
      reads,
      (args, seed) => ({
        target: textOf(args, "target"),
        p50: seed.number("p50", 20, 200),
        p95: seed.number("p95", 210, 900),
        reportId: seed.id("report"),
      }),
    ),
    tool(
      "performance_run_benchmark",
      "Run a benchmark of a piece of code or an operation many times and give mean, spread and percentiles of its time, with a verdict against an earlier result.",
      {
        target,
        project,
        iterations: integer("How often it is run and measured, the runs to warm up not counted.", 1, 1000000, 100),
        warmup: integer("How often it is run before measuring begins, so that caches are filled.", 0, 10000, 10),
        baseline,
        timeout,
      },
      ["target"],
      acts,
      (args, seed) => ({
        target: textOf(args, "target"),
        iterations: numberOf(args, "iterations", 100),
        meanMs: seed.number("mean", 2, 800),
      }),
    ),
    tool(
      "performance_run_load_test",
      "Send many requests at the same time to a service, as its users would, and tell from which load on it becomes slow or fails.",
      {
        target,
        users: integer("How many users are simulated at the same time when the test is at its height.", 1, 100000, 100),
        rampUp: integer("Seconds in which their number grows from zero to its height.", 0, 3600, 60),
        duration: integer("Seconds for which the height is kept.", 1, 86400, 300),
        scenario: string("What each user does, as the name of a recorded session or in plain words."),
        environment,
        timeout,
      },
      ["target"],
      acts,
      (args, seed) => ({
        target: textOf(args, "target"),
        users: numberOf(args, "users", 100),
        requestsPerSecond: seed.number("rps", 40, 4000),
        errors: seed.number("errors", 0, 30),
      }),
    ),
    tool(
      "performance_monitor_live",
      "Watch the response times, errors and use of resources of a running system for a while and tell what leaves its usual range.",
      {
        target,
        environment,
        duration: integer("Seconds for which the system is watched before the result is given.", 10, 86400, 300),
        metrics: list("What is watched: time, errors, cpu, memory, queue; all when left out."),
        tolerance: number("How many standard deviations from the usual value are still ordinary.", 1, 6, 3),
      },
      ["target"],
      reads,
      (args, seed) => ({ target: textOf(args, "target"), alerts: seed.number("alerts", 0, 3) }),
    ),
    tool(
      "performance_predict_capacity",
      "Predict how much load a system can carry from its measures so far, which part gives way first, and what more machines would bring.",
      {
        target,
        growth: number("Percent by which the load is expected to grow until the date in question.", 0, 10000, 50),
        days,
        environment,
        confidence: number("How sure the prediction has to be, as a share from one half to one.", 0.5, 0.99, 0.9),
        format,
      },
      ["target"],
      reads,
      (args, seed) => ({
        target: textOf(args, "target"),
        limitRequestsPerSecond: seed.number("limit", 200, 9000),
        first: seed.pick("first", ["database", "cpu", "network"]),
      }),
    ),
  ],
};
