/* The board by keyboard: arrows move between what can be chosen, or where nothing can be, from turn to turn; Enter chooses (a second time: confirms), Escape undoes, N goes to the next match. */
(() => {
  "use strict";
  const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const centre = (hit) => {
    const box = hit.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const STEPS = { ArrowLeft: "prev", ArrowRight: "next" };
  const hits = () => [...document.querySelectorAll("#board a.hit")];
  const focused = () => document.activeElement?.closest("#board a.hit");

  // The nearest one in that direction; what lies to the side of it counts as further away.
  function neighbour(from, [dx, dy]) {
    const [x, y] = centre(from);
    let best = null, least = Infinity;
    for (const hit of hits()) {
      const [right, down] = [centre(hit)[0] - x, centre(hit)[1] - y];
      const ahead = right * dx + down * dy, aside = Math.abs(right * dy) + Math.abs(down * dx);
      if (hit !== from && ahead > 1 && ahead + 2 * aside < least) [best, least] = [hit, ahead + 2 * aside];
    }
    return best;
  }

  function move(event) {
    const here = focused();
    const next = here ? neighbour(here, ARROWS[event.key]) : document.querySelector("#board a.hit[aria-current]") || hits()[0];
    if (!next) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
  }

  // A key can come before htmx has looked at what it swapped in; the browser would load a new page then.
  function click(element) {
    window.htmx.process(element.form ?? element);
    element.click();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const board = !document.activeElement || document.activeElement === document.body || ["main", "board"].includes(document.activeElement.id) || focused();
    const step = event.key in STEPS && document.querySelector(`#board a[rel=${STEPS[event.key]}]`);
    if (event.key in ARROWS && board && hits().length) move(event);
    else if (step && (board || step.closest(".steps").contains(document.activeElement))) click(step);
    else if (event.key === "Escape" && document.getElementById("undo")) click(document.getElementById("undo"));
    else if (event.key === "n" || event.key === "N") document.getElementById("next-match")?.click();
    else if (event.key === "Enter" && focused()?.matches("[aria-current]") && document.getElementById("play")) {
      event.preventDefault();
      click(document.getElementById("play"));
    } else if (event.key === "Enter" && focused()) window.htmx.process(focused()); // as in `click`, of which SVG knows nothing
  });

  // What the player does comes before a look for news: that is given up, or not begun.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const poll = document.querySelector("#match [data-poll]");
    if (poll && event.target !== poll) window.htmx.trigger(poll, "htmx:abort");
    else if (poll && document.querySelector(".match .htmx-request")) event.preventDefault();
  });

  // The focus stays with the board where what had it is gone after a turn.
  let within = false;
  document.addEventListener("htmx:beforeSwap", () => (within = !!document.activeElement?.closest("#match")));
  document.addEventListener("htmx:afterSettle", () => {
    if (within && document.activeElement === document.body) document.getElementById("board")?.focus({ preventScroll: true });
  });

  // What htmx does not swap in is said; a look for news that fails is simply made again.
  function tell(event, key) {
    if (event.target.matches("[data-poll]")) return;
    const words = document.createElement("p");
    words.className = "message error";
    words.textContent = document.querySelector(".match").dataset[key];
    document.getElementById("messages").replaceChildren(words);
  }
  document.addEventListener("htmx:sendError", (event) => tell(event, "offline"));
  document.addEventListener("htmx:responseError", (event) => tell(event, "failed"));

  // A board that changes while the one before still glides cuts that short, and the browser calls it an error.
  window.addEventListener("unhandledrejection", (event) => {
    if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
  });

  // The turn shown stays in sight in its list.
  function showTurn() {
    const turn = document.querySelector(".turns a[aria-current]");
    if (turn) turn.closest(".turns").scrollTop = turn.offsetTop - turn.closest(".turns").offsetTop - 60;
  }
  document.addEventListener("htmx:afterSettle", showTurn);
  showTurn();
})();
