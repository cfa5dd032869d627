/** The one script of the page: filters the list of tasks. Without it the list is whole. */
export const script = `
(() => {
  const filters = document.querySelector(".filters");
  if (!filters) return;
  filters.hidden = false;
  const tasks = [...document.querySelectorAll(".task")];
  const [text, strategy, outcome] = ["filter-text", "filter-strategy", "filter-outcome"].map((id) => document.getElementById(id));
  const shown = document.getElementById("filter-count");
  const texts = new Map();
  const textOf = (task) => {
    if (!texts.has(task)) texts.set(task, task.textContent.toLowerCase());
    return texts.get(task);
  };
  const matches = (task, words) => {
    const outcomes = task.dataset.outcomes.split(" ").map((one) => one.split(":"));
    const fits = outcomes.some(([name, stage]) =>
      (strategy.value === "" || name === strategy.value) &&
      (outcome.value === "" || (outcome.value === "lost" ? stage !== "nothing" : stage === outcome.value)));
    return fits && words.every((word) => textOf(task).includes(word));
  };
  const update = () => {
    const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let count = 0;
    for (const task of tasks) {
      task.hidden = !matches(task, words);
      if (!task.hidden) count += 1;
    }
    shown.textContent = count + " of " + tasks.length + " turns";
  };
  for (const field of [text, strategy, outcome]) field.addEventListener("input", update);
  update();
})();
`.trim();
