"use strict";
// The parts of the page come as events, each whole. Without this script the page comes anew by itself.
const ready = document.querySelector("form[data-ready]");
if (ready) ready.submit();

// HTML as a browser would write it: only so can it be compared with what is shown.
function asWritten(html) {
  const parsed = document.createElement("template");
  parsed.innerHTML = html;
  return parsed.innerHTML;
}

function listen() {
  const lost = document.getElementById("lost");
  const source = new EventSource("/events");
  for (const name of ["head", "scores", "last", "board", "story", "state", "buttons"]) {
    source.addEventListener(name, (event) => {
      const part = document.getElementById(name);
      if (!part || part.innerHTML === asWritten(event.data)) return;
      // Whoever goes by the keyboard stays on the button that was reached.
      const reached = [...part.querySelectorAll("button")].indexOf(document.activeElement);
      part.innerHTML = event.data;
      if (reached >= 0) part.querySelectorAll("button")[reached]?.focus();
    });
  }
  source.onopen = () => { lost.hidden = true; };
  source.onerror = () => {
    lost.hidden = false;
    // A browser gives up for good where it is refused: then the door tells why.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
  };
}

// A press is sent again, with its number, until the table has answered: it counts once, and none overtakes another.
async function press(form) {
  const body = new URLSearchParams(new FormData(form));
  for (let wait = 400; ; wait = Math.min(4000, wait * 2)) {
    try {
      const answer = await fetch("/press", { method: "POST", body, headers: { Accept: "application/json" } });
      if (answer.ok || answer.status === 409) return;
      if (answer.status === 401) { location.reload(); return; }
    } catch { /* no network just now: the same press once more */ }
    await new Promise((done) => setTimeout(done, wait));
  }
}

function listenToButtons(part) {
  let pressing = false;
  part.addEventListener("submit", (event) => {
    event.preventDefault();
    if (pressing) return;
    pressing = true;
    if (navigator.vibrate) navigator.vibrate(30);
    // Said, not made, disabled: a browser takes the keyboard away from a button that is disabled.
    const button = event.target.querySelector("button");
    button.setAttribute("aria-disabled", "true");
    press(event.target).finally(() => {
      pressing = false;
      button.removeAttribute("aria-disabled");
    });
  });
}

if (document.getElementById("board")) listen();
const own = document.getElementById("buttons");
if (own) listenToButtons(own);
