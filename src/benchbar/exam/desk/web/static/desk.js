// What pages do beyond links and forms: keep what is begun, keys, dragging, pages that follow along.

const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

const tell = (words, bad = false) => {
  const state = one("[data-state]");
  if (!state) return;
  state.textContent = words;
  state.classList.toggle("bad", bad);
};

// What was begun: sent a moment after the last change, and when the page goes. What could not be
// sent is kept in the browser until it could; so is what a button sends, until it has arrived.
class Draft {
  constructor(form, address) {
    this.form = form;
    this.address = address;
    this.kept = `desk ${address}`;
    form.addEventListener("submit", () => {
      this.stop();
      this.keep(this.fields());
      sessionStorage.setItem("desk sent", this.kept);
    });
    this.waiting = 0;
    this.changed = false;
    this.turn = Promise.resolve();
    addEventListener("pagehide", () => this.send(true));
    document.addEventListener("visibilitychange", () => document.hidden && this.send(true));
  }

  fields() {
    return new FormData(this.form);
  }

  keep(fields) {
    try {
      localStorage.setItem(this.kept, JSON.stringify([...fields].filter(([name]) => name !== "csrf")));
    } catch { /* A browser that keeps nothing. */ }
  }

  touch() {
    this.changed = true;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.send(), 500);
    tell("…");
  }

  stop() {
    clearTimeout(this.waiting);
    this.changed = false;
  }

  send(last = false) {
    if (!this.changed) return;
    this.stop();
    const fields = this.fields();
    this.turn = last ? this.post(fields, true) : this.turn.then(() => this.post(fields, false));
  }

  async post(fields, keepalive) {
    const answer = await fetch(this.address, {
      method: "POST", body: new URLSearchParams(fields), keepalive,
      headers: { accept: "application/json" },
    }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (answer?.ok && told) {
      localStorage.removeItem(this.kept);
      tell(`What you typed is kept (${new Date().toLocaleTimeString()}).`);
      return;
    }
    this.keep(fields);
    tell(`${told?.problem ?? "The desk does not answer"}. What you typed stays in this browser.`, true);
    if (answer && answer.status < 500) return;
    this.changed = true;
    this.waiting = setTimeout(() => this.send(), 5000);
  }

  // Takes up what could not be sent last time, unless something else stands there by now.
  restore(put) {
    const found = JSON.parse(localStorage.getItem(this.kept) ?? "null");
    if (!found) return;
    const [, replaced] = found.find(([name]) => name === "replaces") ?? [];
    if (replaced !== this.form.elements.replaces.value) {
      localStorage.removeItem(this.kept);
      return;
    }
    put(found);
    this.touch();
  }
}

const sent = sessionStorage.getItem("desk sent");
sessionStorage.removeItem("desk sent");
if (sent && /[?&]done=(marked|changed|ranked|ranks-locked)\b/.test(location.search)) {
  localStorage.removeItem(sent);
}

if (/[?&]done=left\b/.test(location.search)) {
  Object.keys(localStorage).filter((key) => key.startsWith("desk ")).forEach((key) => localStorage.removeItem(key));
}

const marking = one("#mark");
if (marking) {
  const inputs = all("[data-points]", marking);
  const total = () => {
    const given = inputs.filter((input) => input.value !== "");
    const sum = given.reduce((before, input) => before + Number(input.value), 0);
    const left = inputs.length - given.length;
    one("[data-left]").textContent = left ? `; ${left} ${left === 1 ? "issue" : "issues"} without points` : "";
    one("[data-total]").textContent = given.length ? `${sum}` : "–";
  };
  total();
  marking.addEventListener("input", total);
  if (marking.dataset.draft) {
    const draft = new Draft(marking, marking.dataset.draft);
    marking.addEventListener("input", () => draft.touch());
    draft.restore((fields) => {
      for (const [name, value] of fields) {
        const field = marking.elements.namedItem(name);
        if (field) field.value = value;
      }
      total();
    });
  }
}

const ranking = one("[data-ranking]");
if (ranking) {
  const form = one("form", ranking);
  const list = one(".order", ranking);
  const rows = () => all("li", list);
  const draft = new Draft(form, ranking.dataset.draft);
  const settle = (row, focus) => {
    rows().forEach((each, n) => { one(".place", each).value = n + 1; });
    draft.touch();
    if (!row) return;
    tell(`${row.dataset.code} is now number ${rows().indexOf(row) + 1}.`);
    if (focus) focus.focus();
    row.scrollIntoView({ block: "nearest" });
  };
  const move = (row, to, focus) => {
    const others = rows().filter((each) => each !== row);
    const place = Math.max(0, Math.min(others.length, to));
    if (rows().indexOf(row) === place) return;
    list.insertBefore(row, others[place] ?? null);
    settle(row, focus);
  };
  list.addEventListener("click", (event) => {
    const row = event.target.closest("li");
    const button = event.target.closest("button");
    if (row && button) move(row, rows().indexOf(row) + (button.classList.contains("up") ? -1 : 1), button);
  });
  list.addEventListener("change", (event) => {
    const row = event.target.closest("li");
    const place = parseInt(event.target.value, 10);
    if (Number.isNaN(place)) settle();
    else move(row, place - 1, event.target);
    settle();
  });
  list.addEventListener("keydown", (event) => {
    const row = event.target.closest("li");
    if (event.key === "Enter" && event.target.matches(".place")) {
      event.preventDefault();
      event.target.dispatchEvent(new Event("change", { bubbles: true }));
    }
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!row || !by || !event.altKey) return;
    event.preventDefault();
    move(row, rows().indexOf(row) + by, event.target);
  });
  let dragged = null;
  list.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".grip")) return;
    event.preventDefault();
    dragged = event.target.closest("li");
    dragged.classList.add("dragged");
    list.setPointerCapture(event.pointerId);
  });
  list.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const below = rows().find((row) => {
      const box = row.getBoundingClientRect();
      return row !== dragged && event.clientY < box.top + box.height / 2;
    });
    if (below !== dragged.nextElementSibling) list.insertBefore(dragged, below ?? null);
    const pane = ranking.firstElementChild;
    const box = pane.getBoundingClientRect();
    if (event.clientY < box.top + 40) pane.scrollBy(0, -12);
    if (event.clientY > Math.min(box.bottom, innerHeight) - 40) pane.scrollBy(0, 12);
  });
  const drop = () => {
    if (!dragged) return;
    dragged.classList.remove("dragged");
    settle(dragged);
    dragged = null;
  };
  list.addEventListener("pointerup", drop);
  list.addEventListener("pointercancel", drop);
  draft.restore((fields) => {
    for (const [name, code] of fields) {
      const row = rows().find((each) => each.dataset.code === code);
      if (name === "codes" && row) list.append(row);
    }
    settle();
  });
}

// The essay that is read beside the list of all of them.
const read = all(".order .read");
const show = (link, scroll = true) => {
  if (!link) return;
  all(".reading .essay, .order li").forEach((each) => each.classList.remove("shown"));
  const essay = one(link.getAttribute("href"));
  link.dataset.opened = "yes";
  essay.classList.add("shown");
  link.closest("li").classList.add("shown");
  if (scroll) essay.parentElement.scrollTop = 0;
};
for (const link of read) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    show(link);
    history.replaceState(null, "", link.getAttribute("href"));
  });
}
show(read.find((link) => link.getAttribute("href") === location.hash) ?? read[0]);

const typing = (element) => element.matches("textarea, select, input:not([type=radio])");
const keys = one("#keys");
const step = (by) => {
  if (!read.length) {
    one(by > 0 ? "[rel=next]" : "[rel=prev]")?.click();
    return;
  }
  const links = all(".order .read");
  const at = links.findIndex((link) => link.closest("li").classList.contains("shown"));
  const link = links[Math.max(0, Math.min(links.length - 1, at + by))];
  show(link);
  link.focus();
};
const shortcuts = {
  "?": () => keys.showModal(),
  j: () => step(1),
  k: () => step(-1),
  p: () => one("[data-points]")?.focus(),
  c: () => one("#comment")?.focus(),
};
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && marking?.dataset.draft) {
    event.preventDefault();
    marking.requestSubmit();
    return;
  }
  if (event.key === "Escape" && typing(event.target)) event.target.blur();
  if (typing(event.target) || event.ctrlKey || event.altKey || event.metaKey || keys.open) return;
  const score = /^[1-6]$/.test(event.key) && one(`#mark [name=score][value="${event.key}"]`);
  if (score) {
    score.click();
    return;
  }
  const act = shortcuts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
one("[data-keys]")?.addEventListener("click", () => keys.showModal());

for (const button of all("[data-sure]")) {
  button.addEventListener("click", (event) => {
    const closed = read.filter((link) => !link.dataset.opened).length;
    const warning = closed ? `${closed} of ${read.length} essays were not opened on this page. ` : "";
    if (!confirm(warning + button.dataset.sure)) event.preventDefault();
  });
}
for (const button of all("[data-copy]")) {
  button.addEventListener("click", async () => {
    const field = one(button.dataset.copy);
    field.select();
    await navigator.clipboard?.writeText(field.value);
    button.textContent = "Copied";
  });
}

// Pages that follow along what others do; not while somebody is at work in them.
const live = one("[data-live]");
if (live) {
  setInterval(async () => {
    if (document.hidden || live.contains(document.activeElement) || one("details[open]", live)) return;
    const answer = await fetch(location.href.split("?")[0]).catch(() => null);
    if (!answer?.ok || answer.redirected) return;
    const fresh = one("[data-live]", new DOMParser().parseFromString(await answer.text(), "text/html"));
    if (fresh && fresh.innerHTML !== live.innerHTML) live.innerHTML = fresh.innerHTML;
  }, 5000);
}
