/** Domain `security`. */
import { acts, adds, numberOf, reads, textOf, times } from "../builtin/simulation.js";
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
  notify,
  paths,
  project,
  type QualityDomain,
  severity,
  string,
  timeout,
  tool,
} from "./definition.js";
import { otherSenses, phrasesOf } from "./phrases.js";

const address = string(
  "The address of the running application that is examined, with the protocol, for example https://shop.example.",
);

export const security: QualityDomain = {
  name: "security",
  purpose: "find and judge security holes in code, dependencies and running applications",
  keywords: ["security", "vulnerability", "scan", "audit", "owasp", "cve", "secrets", "penetration test", "pentest"],
  phrases: phrasesOf(`
    vulnerable, secure, insecure, hack, hacker, hacked, attacker, attack, exploit, exploitable, malicious, credential,
    sql injection, injection, xss, csrf, ssrf, cross site, threat, unauthorized, unauthorised, hard coded + password,
    hard coded + key, hardcoded + password, hardcoded + key, hard coded + token, leak + password, leak + token,
    leak + key, leak + data, leaked, leaking + data, api key + repository, api key + code, api key + git, steal,
    stolen, break into, break in, breach, tamper, manipulate, encrypt, unencrypted, encryption, plain text + password,
    bypass, privilege escalation, log in as, without logging in, without a login, without password, guess + password,
    guess + link, guess + url, guess + id, guess + number, change the price, see + other peoples,
    see + somebody elses, see + someone elses, read + other customers, see + other customers, someone elses + order,
    someone elses + account, somebody elses + data, someone elses + data, strangers + see, stranger + read,
    stranger + see, get at + data, get hold of, outsiders, outsider, trick + into, fake + token, forge, sast, dast,
    supply chain, dangerous dependencies, dependencies + known, library + known hole, security hole, known holes,
    holes + attacker, login + brute, brute force, sicherheit, sicherheitslücke, sicherheitslücken, schwachstelle,
    schwachstellen, angreifer, angreifbar, sicherheitsprüfung, passwörter + code, zugangsdaten, sécurité,
    vulnérabilité, vulnérabilités, faille, failles, pirater, pirate, pirates, seguridad, vulnerabilidad,
    vulnerabilidades, hackear, atacante, contraseñas, segurança, vulnerabilidade, sicurezza, vulnerabilità,
    beveiliging, kwetsbaarheid, kwetsbaarheden, bezpieczeństwo, güvenlik, 安全, 漏洞, 黑客, 攻击, 泄露, 泄漏, 注入, 越权, セキュリティ, 脆弱性,
    보안, 취약점, безопасность, безопасности, уязвимость, уязвимости, уязвимостей, ثغرات, أمان, सुरक्षा, safe, safer,
    protected, protect, unprotected, abuse, abused, intruder, burglar, crook, criminals, bad guys, fraud, fraudster,
    phishing, spy on, private data, personal data, exposed, expose, token + logs, password + logs, each others data,
    somebody + without permission, someone + without permission, not supposed to see, not allowed to see, wie sicher,
    sicher genug, es seguro, es segura, abgesichert,
    get into + without, enter + without, let in + without, locked down, lock down, open to the world, open to the whole
    world, open to everyone, open to anyone, reachable from the internet, other users data, another user, another users,
    another customer, another customers, other customers data, other customers invoices, other tenants, another tenant,
    see + users addresses, see + users e mail, see + users mail, listen in, eavesdrop, intercept, sniff, path traversal,
    directory traversal, script tag, script tags, pci dss, pci, gdpr, hipaa, run as root, runs as root, running as root,
    former employee, former employees, ex employee, api keys + stop, api keys + deleted, revoked, revoke, access
    control, access rights, authorization, authorisation, permissions, admin rights, rbac, denial of service, ddos, dos
    attack, rate limiting, rate limits, jwt, session hijacking, hijack, hijacking, account takeover, take over +
    account, take over + accounts, signature + webhook, signature + bypassed, tls, ssl, certificates, weak ciphers,
    clickjacking, open redirect, remote code execution, deserialization, unsanitized, unsanitised, sanitized, sanitised,
    sanitize, escaping, zero day, log4j, log4shell, heartbleed, backdoor, malware, ransomware, virus, spoof, spoofing,
    impersonate, impersonation, pretend to be, as somebody else, as someone else, log in + someone elses, data leak,
    data leaks, leak, leaks, sensitive data, confidential, exfiltrate, password + source, passwords + source, passwords
    + repository, passwords + code, keys + repository, secret + repository, secret + code, hard coded + secret,
    hardcoded + secret, hard coded + passwords, hardcoded + passwords, hardcoded + keys, hardcoded + credentials,
    dependency audit, vulnerable dependencies, fuzz, fuzzing, attack surface, attackable, threat model, threat
    modelling, weak spots + attacker, bug bounty, hole + attacker, holes + hacker, misuse, misused, cheat, cheating,
    order + without paying, without paying, pay less, for free + order, guessing, guessable, enumerate + accounts,
    passwörtern, passwörter + quelltext, passwort + code, fremde, fremden, fremder, unbefugte, unbefugt, einbrechen,
    hacken, gehackt, angriff, angriffe, angriffsfläche, abhängigkeiten + verwundbar, verwundbar, verschlüsselt,
    schlüssel + code, zugriffsrechte, lücken + anmeldung, sin contraseña, inyección, ataque, ataques, secretos, claves +
    código, permisos, autenticación + segura, injection sql, mots de passe, attaque, attaques, secrets dans, droits
    d'accès, 其他用户的数据, 别人的数据, 别人 + 数据, 密钥, 密码 + 代码, 明文, 权限, 加密, 恶意, 伪造, 窃取, 渗透, 入侵, 弱密码,
    dependencies + dangerous, on another persons account, another persons, other peoples, other peoples accounts, other
    peoples data, holes + risk, full check + holes,
    without a password, without an account, thief, thieves, burglars, from the outside, from outside, get at the
    database, get at + database, type weird, types weird, weird input, weird stuff, an sql injection, known to be
    dangerous, packages + dangerous, von außen, daten kommen, an die daten, committed + passwords, committed + password,
    committed + key, committed + keys, committed + secret, committed + token, file with passwords, over the wire, edit +
    save file, get in + outside, snoop, snooping, spying, tap into, pretends to be, fake + account, fake + accounts,
    fake + login, fake + request, fake + requests, someone elses, somebody elses, nobody else + see, only + own data,
    read + others, read each others, see each others, desde fuera, puede alguien, alguien puede + datos, datos de otros,
    kommt jemand, kann jemand
  `),
  negativeKeywords: phrasesOf(`${otherSenses},
    security team, security badge, security guard, social security, job security, security deposit, security desk,
    audit log, audit trail, tax audit, annual audit, audit entries, barcode scan, scan barcodes, scan the barcode,
    scan the qr, qr code, document scan, scan documents, heart attack, panic attack, scan receipts, scan the receipt,
    audit report + finance, auditor, mri scan, ct scan, password field, password reset, password form,
    forget password, safe to, safe place, safe mode, in safe, protected branch, flu, type safe, thread safe, null safe,
    attack on titan, dragon, monster, chess, heart failure, virus scanner icon, flu virus, leak in the roof, water leak,
    leaking pipe, insider tip, gift certificate, birth certificate, certificate of attendance, course certificate,
    security camera, security cameras, security staff, security service, sicherheitsdienst, sicherheitsdienstes,
    sicherheitsgurt, guessing game, guess the number,
    memory leak, memory leaks, leaks memory, leaking memory, accessibility audit, usability audit, code audit of
    quality, quality audit, 内存泄漏, 查一下泄漏, 内存一直, audit of the books, books audit, audit of accounts,
    wcag audit, wcag + audit, accessibility + audit, security people, dependency injection, injection moulding,
    injection molding, fuel injection, guess are, first guess, my guess, best guess, i guess, virus game, leak test of
    pipes, attack animation, attack moves, thief character, inject + mock, injected clock, scan of the passport page
  `),
  tools: [
    tool(
      "qe_security_scan_comprehensive",
      "Scan a project for security problems of every kind: its own code, its dependencies, its configuration and its containers, and give the findings ranked by severity with the place of each.",
      {
        project,
        paths,
        depth: choice(
          "How thorough the scan is; each deeper one takes about four times as long.",
          ["quick", "standard", "deep"],
          "standard",
        ),
        scanners: list("Kinds of scans: code, dependencies, secrets, containers, configuration; all when left out."),
        severity,
        branch,
        format,
      },
      ["project"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        critical: seed.number("critical", 0, 2),
        high: seed.number("high", 0, 6),
        medium: seed.number("medium", 2, 20),
      }),
    ),
    tool(
      "qe_security_detect_vulnerabilities",
      "Look for weaknesses in source code that an attacker could use, such as injection, unsafe deserialisation or missing checks of permission, and explain how each could be used.",
      {
        project,
        paths,
        categories: list("Classes of weaknesses by their OWASP or CWE numbers; all of the common ones when left out."),
        severity,
        includeFixes: flag("True to add a proposal for each finding, as a change of the code.", true),
        limit,
      },
      ["project"],
      reads,
      (args, seed) => ({
        vulnerabilities: times(seed.number("count", 0, 3), (index) => ({
          id: seed.id(`v${index}`),
          category: seed.pick(`c${index}`, ["CWE-89", "CWE-79", "CWE-862"]),
          file: `src/module-${index}.ts`,
        })),
        project: textOf(args, "project"),
      }),
    ),
    tool(
      "qe_security_validate_compliance",
      "Compare a project with the demands of a security standard and list which are met, which are not, and what evidence there is for each.",
      {
        project,
        standard: choice("The standard whose demands are checked, in its latest published version.", [
          "owasp-asvs",
          "pci-dss",
          "iso-27001",
          "soc-2",
          "hipaa",
        ]),
        controls: list("Only these demands, by their numbers in the standard; all when left out."),
        evidence: flag("True to add where each demand is met, with file and line.", true),
        format,
        notify,
      },
      ["project", "standard"],
      reads,
      (args, seed) => ({
        standard: textOf(args, "standard"),
        met: seed.number("met", 40, 80),
        open: seed.number("open", 0, 14),
      }),
    ),
    tool(
      "security_scan_dependencies",
      "Check the libraries that a project uses, direct and indirect ones, for known vulnerabilities (CVE) and for versions that are no longer maintained, and name the version that mends each.",
      {
        project,
        manifests: list("Lock files and manifests to read, as paths; those found in the project when left out."),
        severity,
        includeDevelopment: flag("True to check libraries that are used for development only as well.", false),
        branch,
        limit,
      },
      ["project"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        dependencies: seed.number("all", 120, 900),
        affected: seed.number("affected", 0, 9),
      }),
    ),
    tool(
      "security_detect_secrets",
      "Search a project and its history for passwords, keys, tokens and other credentials that were committed by mistake, and say which of them are still valid.",
      {
        project,
        paths,
        days,
        checkValidity: flag("True to ask the issuing service whether a key that was found still works.", false),
        ignore: list("Patterns of files and values that are known to be harmless examples."),
        limit,
      },
      ["project"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        secrets: seed.number("secrets", 0, 4),
        validity: "unknown",
      }),
    ),
    tool(
      "security_test_penetration",
      "Attack a running test environment in a controlled way, as an outsider would, and report which attacks got through and how far. Changes data there.",
      {
        address,
        attacks: list("Kinds of attacks: authentication, injection, access, sessions; all when left out."),
        intensity: choice(
          "How hard it tries; the harder ones can make the environment slow for others.",
          ["gentle", "normal", "aggressive"],
          "normal",
        ),
        account: string("The test account to start from; none to start as a stranger."),
        environment,
        timeout,
      },
      ["address"],
      acts,
      (args, seed) => ({
        address: textOf(args, "address"),
        attempts: seed.number("attempts", 100, 900),
        successful: seed.number("through", 0, 3),
      }),
    ),
    tool(
      "security_model_threats",
      "Draw up a threat model for a part of a system: what is worth attacking, who would, by which ways, and which of them are not guarded yet.",
      {
        project,
        scope: string("The part of the system that is modelled, in plain words, for example the checkout."),
        method: choice("The method by which threats are found and sorted.", ["stride", "pasta", "attack-trees"]),
        assets: list("What has to be protected, for example card numbers or addresses; guessed when left out."),
        format,
      },
      ["project", "scope"],
      reads,
      (args, seed) => ({
        scope: textOf(args, "scope"),
        threats: seed.number("threats", 4, 18),
        unguarded: seed.number("open", 0, 5),
      }),
    ),
    tool(
      "security_review_permissions",
      "Go through the roles and rights of an application and report who may do more than needed, and which addresses and functions check no right at all.",
      {
        project,
        roles: list("Only these roles, by their names in the application; all when left out."),
        address,
        environment,
        baseline,
        limit,
      },
      ["project"],
      reads,
      (args, seed) => ({
        project: textOf(args, "project"),
        roles: seed.number("roles", 3, 12),
        excessive: seed.number("excessive", 0, 4),
      }),
    ),
    tool(
      "security_track_findings",
      "Keep the list of security findings of a project: take up new ones, close those that are mended, set a date until which a risk is accepted, and tell what is overdue.",
      {
        project,
        action: choice("What is done with the list or with one of its findings.", [
          "list",
          "accept",
          "close",
          "reopen",
        ]),
        findingId: string("The finding that is changed, by its identifier; not needed to list them."),
        acceptedDays: integer("For how many days a risk is accepted before the finding is open again.", 1, 365, 90),
        reason: string("Why the finding is accepted, closed or opened again; kept with it for audits."),
        severity,
        notify,
      },
      ["project"],
      adds,
      (args, seed) => ({
        project: textOf(args, "project"),
        action: textOf(args, "action", "list"),
        open: seed.number("open", 0, 22),
        acceptedDays: numberOf(args, "acceptedDays", 90),
      }),
    ),
  ],
};
