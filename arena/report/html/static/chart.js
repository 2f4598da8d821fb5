// Lines brought out in the chart of ratings, and bots whose section opens when a link leads there.
document.querySelectorAll(".chart").forEach((chart) => {
  chart.querySelectorAll(".legend button").forEach((button) => button.addEventListener("click", () => {
    const chosen = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(chosen));
    chart.querySelector(`.line[data-line="${button.dataset.line}"]`).classList.toggle("chosen", chosen);
    chart.classList.toggle("choosing", chart.querySelector(".line.chosen") !== null);
  }));
});

function openTarget() {
  const target = location.hash.includes("=") ? null : document.getElementById(location.hash.slice(1));
  if (target?.matches("details")) {
    target.open = true;
    target.scrollIntoView();
  }
}
addEventListener("hashchange", openTarget);
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
openTarget();
