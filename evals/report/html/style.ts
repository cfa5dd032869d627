/** The page's style: light and dark by what the reader's system says, one column on a phone. */

/** Colors of the stages, in the order of the loop, then of cases without a loss. Told apart in both modes. */
export const style = `
:root { color-scheme: light dark;
  --surface: #ffffff; --raised: #f6f7f9; --text: #1b1f24; --quiet: #57606a; --line: #d5dae1; --accent: #0a58ca;
  --active: #0b69c7; --retrieval: #b4530a; --all-tools: #6d3fb0; --tiered: #14795c;
  --stage-run-failed: #57606a; --stage-not-asked: #7c3aed; --stage-routed-wrong: #d6336c; --stage-cut: #e8890c;
  --stage-evicted: #8c6d1f; --stage-not-called: #0e8ba8; --stage-bad-arguments: #3b5bdb; --stage-call-failed: #a61e4d;
  --stage-wrong-call: #c92a2a; --stage-nothing: #b9d9c0; }
@media (prefers-color-scheme: dark) { :root {
  --surface: #14171c; --raised: #1e2229; --text: #e6e9ee; --quiet: #a3adb9; --line: #3a424d; --accent: #7ab7ff;
  --active: #62adff; --retrieval: #f2a35e; --all-tools: #bb9af7; --tiered: #5fd0a9;
  --stage-run-failed: #97a1ad; --stage-not-asked: #a78bfa; --stage-routed-wrong: #f783ac; --stage-cut: #ffb454;
  --stage-evicted: #cfae5a; --stage-not-called: #4dc9e6; --stage-bad-arguments: #8ea8ff; --stage-call-failed: #e06c92;
  --stage-wrong-call: #ff7b72; --stage-nothing: #2f5a3c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
main { max-width: 900px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 8px; } h2 { font-size: 1.3rem; margin: 48px 0 8px; }
h3 { font-size: 1.05rem; margin: 0; } h4 { font-size: 1rem; margin: 20px 0 4px; } h5 { font-size: .9rem; margin: 12px 0 2px; }
p { margin: 6px 0; } .quiet, figcaption p, caption { color: var(--quiet); font-size: .9rem; }
.label { border: 1px solid var(--line); border-left: 4px solid var(--accent); background: var(--raised); padding: 8px 12px; margin: 12px 0; border-radius: 4px; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; margin: 12px 0; } a { color: var(--accent); }
.scroll { overflow-x: auto; margin: 12px 0; } .scroll:focus-visible { outline: 2px solid var(--accent); }
table { border-collapse: collapse; font-size: .88rem; min-width: 100%; } caption { text-align: left; padding-bottom: 4px; }
th, td { padding: 5px 10px 5px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: normal; }
thead th { color: var(--quiet); } .numbers td, .numbers thead th + th { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding: 5px 0 5px 14px; }
.numbers thead th + th { white-space: normal; vertical-align: bottom; } .interval { color: var(--quiet); font-size: .85em; } .kind { white-space: nowrap; }
figure { margin: 32px 0; } svg { display: block; width: 100%; height: auto; } .narrow { display: none; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 16px; padding: 0; margin: 8px 0; font-size: .88rem; }
.swatch { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: 6px; }
summary { cursor: pointer; } summary:focus-visible, input:focus-visible, select:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details.numbers > summary { color: var(--accent); font-size: .9rem; }
.filters { display: grid; grid-template-columns: 2fr 1fr 1fr; gap: 8px 12px; margin: 12px 0; } .filters[hidden] { display: none; }
.filters label { font-size: .85rem; color: var(--quiet); display: block; }
input, select { width: 100%; font: inherit; font-size: 16px; color: var(--text); background: var(--raised); border: 1px solid var(--line); border-radius: 4px; padding: 6px 8px; }
.task { border-top: 1px solid var(--line); } .task[hidden] { display: none; }
.task > summary { padding: 8px 0; } .task > .body { padding: 0 0 20px 18px; border-left: 2px solid var(--line); }
.query { overflow-wrap: anywhere; } .body, .body td, .body li, td { overflow-wrap: anywhere; }
.chips { display: flex; flex-wrap: wrap; gap: 4px 8px; margin-top: 2px; font-size: .82rem; }
.chip { border: 1px solid var(--line); border-radius: 10px; padding: 0 8px; } .chip::before { content: ""; display: inline-block; width: .65em; height: .65em; border-radius: 50%; margin-right: 5px; background: var(--stage); }
code { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; font-size: .88em; overflow-wrap: anywhere; }
.body ol, .body ul { margin: 2px 0; padding-left: 22px; } .trace { border: 1px solid var(--line); border-radius: 6px; padding: 6px 12px 10px; margin: 8px 0; background: var(--raised); }
@media (max-width: 640px) { main { padding: 16px 14px 48px; } .wide { display: none; } .narrow { display: block; } .filters { grid-template-columns: 1fr 1fr; } .filters > :first-child { grid-column: 1 / -1; } .task > .body { padding-left: 10px; }
  .interval, .kind { display: block; } table { font-size: .76rem; } .numbers td, .numbers thead th + th { padding-left: 5px; } .numbers th { padding-right: 2px; } }
@media print { .filters { display: none; } }
`.trim();
