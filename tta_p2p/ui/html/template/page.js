(function () {
  "use strict";
  var turns = Array.prototype.slice.call(document.querySelectorAll(".turn"));
  var choice = document.getElementById("choice");
  var said = document.getElementById("said");
  var buttons = {};
  var now = -1;
  document.documentElement.classList.add("js");

  // A board that is as it was before is written once on the page; here it is shown again.
  function complete(turn) {
    turn.querySelectorAll("[data-same]").forEach(function (note) {
      var whole = document.getElementById(note.dataset.same);
      var copy = whole.querySelector(".content").cloneNode(true);
      copy.querySelectorAll("[id]").forEach(function (one) { one.removeAttribute("id"); });
      note.replaceWith(copy);
    });
  }

  function show(number, tell) {
    number = Math.max(0, Math.min(turns.length - 1, number));
    if (number === now) { return; }
    if (now >= 0) { turns[now].classList.remove("now"); }
    now = number;
    complete(turns[now]);
    turns[now].classList.add("now");
    choice.selectedIndex = now;
    buttons.first.disabled = buttons.back.disabled = now === 0;
    buttons.next.disabled = buttons.last.disabled = now === turns.length - 1;
    if (tell) {
      said.textContent = turns[now].querySelector("h3").textContent;
      window.history.replaceState(null, "", "#" + turns[now].id);
    }
  }

  var steps = {
    first: function () { show(0, true); },
    back: function () { show(now - 1, true); },
    next: function () { show(now + 1, true); },
    last: function () { show(turns.length - 1, true); }
  };
  var keys = { ArrowLeft: "back", ArrowRight: "next", b: "back", n: "next", Home: "first", End: "last" };
  Object.keys(steps).forEach(function (name) {
    buttons[name] = document.getElementById(name);
    buttons[name].addEventListener("click", steps[name]);
  });
  choice.addEventListener("change", function () { show(choice.selectedIndex, true); });
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(SELECT|INPUT|TEXTAREA)$/.test(event.target.tagName)) { return; }
    var step = keys[event.key];
    if (step) { event.preventDefault(); steps[step](); }
  });
  function follow() {
    var wanted = document.getElementById(window.location.hash.slice(1));
    var turn = wanted && wanted.closest(".turn");
    if (turn) { show(turns.indexOf(turn), false); }
  }
  window.addEventListener("hashchange", follow);
  show(0, false);
  follow();
}());
