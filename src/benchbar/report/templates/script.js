"use strict";
/* Makes whole pages handier: colours, sorting, filters, details on figures. Nothing depends on it. */
(() => {
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const make = (tag, text, attributes = {}) => {
    const element = document.createElement(tag);
    element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };

  const colours = () => {
    const page = document.documentElement;
    const store = (value) => {
      try {
        if (value) localStorage.setItem("benchbar-colours", value);
        return localStorage.getItem("benchbar-colours");
      } catch { return value; }
    };
    const system = matchMedia("(prefers-color-scheme: dark)");
    const button = make("button", "", { type: "button", class: "colours" });
    let chosen = store();
    const show = () => {
      const dark = chosen ? chosen === "dark" : system.matches;
      if (chosen) page.dataset.theme = chosen;
      button.textContent = dark ? "Light colours" : "Dark colours";
      button.onclick = () => { chosen = dark ? "light" : "dark"; store(chosen); show(); };
    };
    system.addEventListener("change", show);
    show();
    document.querySelector("header").prepend(button);
  };

  const sorting = (table) => {
    const body = table.tBodies[0];
    const heads = all("thead th", table);
    for (const head of heads) {
      const button = make("button", head.textContent, { type: "button" });
      head.replaceChildren(button);
      button.onclick = () => {
        const order = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
        const sign = order === "ascending" ? 1 : -1;
        const key = (row) => row.cells[head.cellIndex].textContent.trim();
        const value = (text) => parseFloat(text.replace(/[,$]/g, ""));
        const compare = (a, b) => {
          const [one, other] = [value(a), value(b)];
          const numbers = !isNaN(one) && !isNaN(other);
          return numbers ? one - other : a.localeCompare(b, "en", { numeric: true });
        };
        const rows = [...body.rows].map((row) => [key(row), row]);
        rows.sort((a, b) => sign * compare(a[0], b[0]));
        body.append(...rows.map(([, row]) => row));
        heads.forEach((one) => one.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", order);
        table.classList.add("sorted");
      };
    }
  };

  /* What was typed as it stands, if it stands so anywhere; else all its words, in any order. */
  const wanted = (typed, texts) => {
    if (texts.some((one) => one.includes(typed))) return [typed];
    return typed.match(/"[^"]+"|[^\s"]+/g)?.map((word) => word.replaceAll('"', "")) ?? [];
  };

  const finder = (what, rows, text) => {
    const label = make("label", `${what} `, { class: "find" });
    const field = make("input", "", { type: "search" });
    const found = make("span", "", { role: "status", class: "quiet" });
    label.append(field, " ", found);
    const show = () => {
      const texts = rows.map(text);
      const words = wanted(field.value.toLowerCase().trim(), texts);
      let kept = 0;
      for (const [place, row] of rows.entries()) {
        row.classList.toggle("unlike", !words.every((word) => texts[place].includes(word)));
        kept += row.classList.contains("unlike") ? 0 : 1;
      }
      found.textContent = field.value.trim() ? `${kept} of ${rows.length}` : "";
    };
    field.addEventListener("input", show);
    return label;
  };

  const filtering = (table) => {
    const rows = [...table.tBodies[0].rows];
    if (rows.length < 8) return;
    const field = finder("Rows with", rows, (row) => row.textContent.toLowerCase());
    field.addEventListener("input", () => table.classList.add("sorted"));
    table.closest(".wide").before(field);
  };

  const choosing = () => {
    const cases = all(".case");
    if (cases.length < 2) return;
    const kinds = {
      "All": () => true,
      "Wrong": (one) => one.dataset.outcome === "wrong",
      "No answer": (one) => one.dataset.outcome === "not_an_answer",
      "Right": (one) => one.dataset.outcome === "correct",
      "Graders differ": (one) => "differs" in one.dataset,
    };
    const box = make("div", "", { class: "choose", role: "group", "aria-label": "Replies on this page" });
    for (const [name, takes] of Object.entries(kinds)) {
      const count = cases.filter(takes).length;
      if (!count) continue;
      const button = make("button", `${name} ${count}`, { type: "button", "aria-pressed": name === "All" });
      button.onclick = () => {
        for (const one of cases) one.classList.toggle("off", !takes(one));
        for (const other of all("button", box)) other.setAttribute("aria-pressed", other === button);
        for (const part of all("main section")) {
          part.classList.toggle("off", !part.querySelector(".case:not(.off)"));
        }
      };
      box.append(button);
    }
    const text = (one) => one.textContent.toLowerCase();
    box.append(finder("Replies with", cases, text));
    document.querySelector("main").prepend(box);
    const open = () => {
      const one = document.getElementById(location.hash.slice(1));
      if (one && one.closest(".off, .unlike")) box.querySelector("button").click();
    };
    addEventListener("hashchange", open);
  };

  const switching = (legend) => {
    const within = legend.closest("figure") || legend.closest(".plots");
    for (const item of all("li", legend)) {
      const button = make("button", "", { type: "button", "aria-pressed": "true" });
      button.append(...item.childNodes);
      item.append(button);
      button.onclick = () => {
        const on = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", on);
        for (const mark of all(".plot > svg .mark", within)) {
          if (mark.classList.contains(item.dataset.series)) mark.classList.toggle("off", !on);
        }
      };
    }
  };

  const tip = make("div", "", { class: "tip", "aria-hidden": "true" });
  const hide = () => tip.classList.remove("shown");
  const detail = (mark) => {
    const place = mark.getBoundingClientRect();
    tip.textContent = mark.getAttribute("aria-label");
    tip.classList.add("shown");
    const left = Math.min(place.left, innerWidth - tip.offsetWidth - 8);
    const above = place.top - tip.offsetHeight - 8;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${above < 4 ? place.bottom + 8 : above}px`;
  };

  const details = (svg) => {
    const links = all("a.mark", svg);
    const marks = all("[aria-label].mark", svg);
    for (const mark of marks) {
      const title = mark.querySelector("title");
      if (title) title.remove();
      mark.addEventListener("pointerenter", () => detail(mark));
      mark.addEventListener("pointerleave", hide);
    }
    /* Only on links: an element of a figure that hears of focus takes it, too. */
    for (const link of links) {
      link.addEventListener("focus", () => detail(link));
      link.addEventListener("blur", hide);
    }
    const enter = (chosen) => links.forEach((link) => link.setAttribute("tabindex", link === chosen ? 0 : -1));
    if (links.length) enter(links[0]);
    svg.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      const there = links.filter((link) => !link.classList.contains("off"));
      const at = there.indexOf(document.activeElement);
      if (!step || at < 0) return;
      event.preventDefault();
      const next = there[(at + step + there.length) % there.length];
      enter(next);
      next.focus();
    });
  };

  colours();
  all("table.sortable").forEach(sorting);
  all("table.filtered").forEach(filtering);
  choosing();
  all("ul.legend").forEach(switching);
  all(".plot > svg").forEach(details);
  document.body.append(tip);
  addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  addEventListener("scroll", () => {
    const mark = document.activeElement;
    if (tip.classList.contains("shown") && mark.matches("a.mark")) detail(mark); else hide();
  }, { passive: true });
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("details.names:not([open]), details.fold:not([open])");
    folded.forEach((one) => { one.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach((one) => { one.open = false; }));
})();
