"use strict";
// The parts of the page come as events, each whole. Without this script the page comes anew by itself.
const ready = document.querySelector("form[data-ready]");
if (ready) ready.submit();

function listen() {
  const lost = document.getElementById("lost");
  const source = new EventSource("/events");
  for (const name of ["head", "scores", "last", "board", "story", "state", "buttons"]) {
    source.addEventListener(name, (event) => {
      const part = document.getElementById(name);
      if (part && part.innerHTML !== event.data) part.innerHTML = event.data;
    });
  }
  source.addEventListener("leave", () => location.reload());
  source.onopen = () => { lost.hidden = true; };
  source.onerror = () => {
    lost.hidden = false;
    // A browser gives up for good where it is refused: then the door tells why.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
  };
}
if (document.getElementById("board")) listen();
