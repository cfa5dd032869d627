import { describe, expect, it } from "vitest";
import { compileMatcher } from "../../../catalog/tiers/matcher.js";
import type { DomainDefinition } from "../../../catalog/types.js";

function domain(name: string, rest: Partial<DomainDefinition>): DomainDefinition {
  return { name, purpose: "", ...rest };
}

function namesFor(message: string, ...domains: DomainDefinition[]): string[] {
  return compileMatcher(domains)(message).map((match) => match.domain);
}

const learning = domain("learning", { keywords: ["ml", "learn"] });
const coverage = domain("coverage", { keywords: ["coverage", "gap", "branch"], negativeKeywords: ["branch office"] });
const security = domain("security", {
  keywords: ["security", "vulnerability", "scan"],
  phrases: ["a + hole", "not safe"],
});
const speed = domain("speed", {
  keywords: ["performance", "benchmark"],
  negativeKeywords: ["salary", "tests for ..."],
});

describe("keywords of domains", () => {
  it.each(["Put the html next to the xml", "A week in Singapore", "Mind the stopgaps", "enhancements"])(
    "are whole words, never parts of one: %s",
    (message) => {
      expect(namesFor(message, learning, coverage)).toEqual([]);
    },
  );

  it.each([
    ["two vulnerabilities were found", "security"],
    ["it was scanned", "security"],
    ["scanning now", "security"],
    ["benchmarks please", "speed"],
    ["the GAPS", "coverage"],
  ])("match in any inflection: %s", (message, name) => {
    expect(namesFor(message, security, speed, coverage)).toEqual([name]);
  });

  it("do not match another word that only shares the stem", () => {
    expect(namesFor("Perform the upgrade", speed)).toEqual([]);
    expect(namesFor("Visualize the rows", domain("visual", { keywords: ["visual"] }))).toEqual([]);
    expect(namesFor("This requires access", domain("r", { keywords: ["requirements", "accessibility"] }))).toEqual([]);
  });

  it("match names in code as the router reads them", () => {
    expect(namesFor("what does runSecurityAudit do", security)).toEqual(["security"]);
    expect(namesFor("line_coverage", coverage)).toEqual(["coverage"]);
  });

  it("match a phrase only where its words stand together", () => {
    const gate = domain("quality", { keywords: ["quality gate", "go/no-go"] });
    expect(namesFor("Is the quality gate open?", gate)).toEqual(["quality"]);
    expect(namesFor("quality wine at the gate", gate)).toEqual([]);
    expect(namesFor("go/no-go for Friday?", gate)).toEqual(["quality"]);
    expect(namesFor("go, go!", gate)).toEqual([]);
  });

  it("match words that must meet in one sentence, and in their order where it is asked for", () => {
    expect(namesFor("There is a big hole", security)).toEqual(["security"]);
    expect(namesFor("Here is a thing. Hole!", security)).toEqual([]);
    const ordered = domain("d", { keywords: ["given ... then"] });
    expect(namesFor("given this then that", ordered)).toEqual(["d"]);
    expect(namesFor("then given", ordered)).toEqual([]);
  });

  it("are void before a phrase that begins with dots, which speaks of what stands before it", () => {
    const news = domain("coverage", {
      keywords: ["coverage", "line coverage"],
      negativeKeywords: ["... needs a test"],
    });
    expect(namesFor("The coverage widget needs a test", news)).toEqual([]);
    expect(namesFor("Who needs a test? Look at the coverage", news)).toEqual(["coverage"]);
    expect(namesFor("The line coverage widget needs a test", news)).toEqual(["coverage"]);
  });

  it.each([
    ["Not the benchmark, the vulnerability", "security"],
    ["No gaps in the scan: benchmark it", "speed"],
  ])("are taken back up to a comma that no list goes on after: %s", (message, name) => {
    expect(namesFor(message, security, speed, coverage)).toEqual([name]);
  });

  it("are all taken back in a list with an or", () => {
    expect(namesFor("No scan, benchmark or coverage, please", security, speed, coverage)).toEqual([]);
  });

  it("of a phrase are taken back by a request that begins with a no, not by a trouble that is described", () => {
    const slow = domain("speed", { phrases: ["load tests", "not fast enough"] });
    expect(namesFor("No load tests today", slow)).toEqual([]);
    expect(namesFor("Run everything but no load tests", slow)).toEqual([]);
    expect(namesFor("No load tests may fail", slow)).toEqual(["speed"]);
    expect(namesFor("It is not fast enough", slow)).toEqual(["speed"]);
  });

  it("match in scripts without spaces between words", () => {
    const chinese = domain("security", { phrases: ["漏洞"] });
    expect(namesFor("帮我看看有没有漏洞。", chinese)).toEqual(["security"]);
  });

  it.each([
    "no security checks please",
    "without any security scan",
    "skip the scan",
    "Run the unit tests, but don't scan anything",
    "Ignore security for now",
    "Security is not needed this time",
  ])("are taken back by a negation: %s", (message) => {
    expect(namesFor(message, security)).toEqual([]);
  });

  it.each([
    "never publish without a security scan",
    "make sure there is no vulnerability",
    "Skip the benchmark and run the security scan",
    "Not the benchmark, please scan the code",
    "Don't skip the security scan",
    "It is not safe at all",
  ])("stay where the negation is about something else, or where it is none: %s", (message) => {
    expect(namesFor(message, security)).toEqual(["security"]);
  });

  it("are taken back over a whole list", () => {
    expect(namesFor("Skip security, performance and coverage", security, speed, coverage)).toEqual([]);
  });

  it("are taken back by negative keywords: that place, the sentence, or what follows", () => {
    expect(namesFor("Open the branch office", coverage)).toEqual([]);
    expect(namesFor("Branch office: which branch is not tested?", coverage)).toEqual(["coverage"]);
    expect(namesFor("performance and salary", speed)).toEqual([]);
    expect(namesFor("salary is paid. Now the performance!", speed)).toEqual(["speed"]);
    expect(namesFor("Write tests for the performance bonus", speed)).toEqual([]);
    expect(namesFor("Check performance with tests for it", speed)).toEqual(["speed"]);
  });

  it("order the domains by how much the message says of them", () => {
    expect(namesFor("benchmark, then scan for a vulnerability", speed, security)).toEqual(["security", "speed"]);
  });

  it("refuses a keyword without a word", () => {
    expect(() => compileMatcher([domain("d", { keywords: ["?!"] })])).toThrow(
      'Domain "d" has the keyword "?!": expected words, "a + b" or "a ... b"; correct or remove it.',
    );
  });
});
