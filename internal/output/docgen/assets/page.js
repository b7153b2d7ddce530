"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const say = (text) => { byId("said").textContent = text; };

  // Colours: the reader's choice is kept where the browser lets us.
  const themes = ["auto", "light", "dark"];
  const words = { auto: "as the system has them", light: "light", dark: "dark" };
  const button = byId("theme");
  let theme = "auto";
  const paint = () => {
    if (theme === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", theme);
    button.textContent = theme[0].toUpperCase() + theme.slice(1);
    button.setAttribute("aria-label", "Colours: " + words[theme]);
  };
  try { const kept = localStorage.getItem("crdtool-theme"); if (themes.includes(kept)) theme = kept; } catch { /* no storage */ }
  paint();
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    paint();
    try { localStorage.setItem("crdtool-theme", theme); } catch { /* no storage */ }
  });

  // The table of contents on a small screen.
  const menu = byId("menu"), nav = byId("nav");
  const showMenu = (open) => { nav.classList.toggle("open", open); menu.setAttribute("aria-expanded", String(open)); };
  menu.addEventListener("click", () => showMenu(!nav.classList.contains("open")));
  nav.addEventListener("click", (e) => { if (e.target.closest("a")) showMenu(false); });

  // What a link leads to may be inside closed parts.
  const reveal = (id) => {
    const target = id && byId(id);
    if (!target) return;
    if (target.matches("details")) target.open = true;
    for (let d = target.parentElement && target.parentElement.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
    target.scrollIntoView();
  };
  const hash = () => { try { return decodeURIComponent(location.hash.slice(1)); } catch { return ""; } };
  addEventListener("hashchange", () => reveal(hash()));
  reveal(hash());

  const copy = (text, what) => {
    if (!navigator.clipboard) { say(""); return; }
    navigator.clipboard.writeText(text).then(() => say(what + " copied"), () => say(""));
  };
  document.addEventListener("click", (e) => {
    const link = e.target.closest("a[href^='#']");
    if (link) {
      const id = decodeURIComponent(link.getAttribute("href").slice(1));
      if (id === hash()) reveal(id); // the address does not change, so that nothing else would tell
      if (link.classList.contains("copy")) {
        copy(link.href, "Link");
        link.textContent = "✓";
        setTimeout(() => { link.textContent = "#"; }, 1200);
      }
      return;
    }
    const b = e.target.closest("button");
    if (!b) return;
    if (b.classList.contains("copytext")) {
      copy(b.parentElement.querySelector("code").textContent, "Manifest");
      b.textContent = "Copied";
      setTimeout(() => { b.textContent = "Copy"; }, 1200);
    }
    if (b.classList.contains("openall") || b.classList.contains("closeall")) {
      const open = b.classList.contains("openall");
      for (const d of b.closest(".version").querySelectorAll(".field > details")) d.open = open;
    }
  });

  // Search. The index is made when it is first needed.
  const query = byId("query"), results = byId("results"), found = byId("found"), hits = byId("hits");
  const most = 60;
  let index = null;
  // A version stands for the object itself, with its description and its rules.
  const makeIndex = () => Array.from(document.querySelectorAll(".version, .field"), (el) => {
    const text = Array.from(el.querySelectorAll(":scope > .prose :is(p, li, pre), :scope > .rule .message"), (e) => e.textContent).join(" ");
    const kind = el.closest("article").dataset.kind, field = el.matches(".field");
    const path = field ? el.querySelector(".path").textContent : kind;
    return {
      el, path, text, name: (field ? el.querySelector(".name").textContent : kind).toLowerCase(), lowPath: path.toLowerCase(), low: text.toLowerCase(),
      kind: kind + " " + el.closest(".version").dataset.version,
    };
  });
  // rank is lower for better hits, and negative for none.
  const rank = (entry, terms) => {
    let worst = 0;
    for (const t of terms) {
      let r = -1;
      if (entry.name === t) r = 0;
      else if (entry.name.startsWith(t)) r = 1;
      else if (entry.name.includes(t)) r = 2;
      else if (entry.lowPath.includes(t)) r = 3;
      else if (entry.low.includes(t)) r = 4;
      else return -1;
      worst = Math.max(worst, r);
    }
    return worst;
  };
  const marked = (into, text, terms) => {
    const low = text.toLowerCase();
    let at = 0;
    while (at < text.length) {
      let next = -1, length = 0;
      for (const t of terms) {
        const i = low.indexOf(t, at);
        if (i >= 0 && (next < 0 || i < next)) { next = i; length = t.length; }
      }
      if (next < 0) break;
      into.append(text.slice(at, next));
      const m = document.createElement("mark");
      m.textContent = text.slice(next, next + length);
      into.append(m);
      at = next + length;
    }
    into.append(text.slice(at));
  };
  const snippet = (entry, terms) => {
    let at = -1;
    for (const t of terms) {
      const i = entry.low.indexOf(t);
      if (i >= 0 && (at < 0 || i < at)) at = i;
    }
    const from = Math.max(0, at - 40);
    return (from > 0 ? "…" : "") + entry.text.slice(from, from + 160);
  };
  const search = () => {
    const terms = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.replaceChildren();
    if (terms.length === 0) { results.hidden = true; hits.textContent = ""; return; }
    index = index || makeIndex();
    const good = [];
    index.forEach((entry, order) => {
      const r = rank(entry, terms);
      if (r >= 0) good.push({ entry, r, order });
    });
    good.sort((a, b) => a.r - b.r || a.entry.path.length - b.entry.path.length || a.order - b.order);
    for (const { entry } of good.slice(0, most)) {
      const li = document.createElement("li"), a = document.createElement("a");
      const code = document.createElement("code"), small = document.createElement("small"), kind = document.createElement("small");
      a.href = "#" + encodeURIComponent(entry.el.id);
      marked(code, entry.path, terms);
      kind.textContent = entry.kind;
      marked(small, snippet(entry, terms), terms);
      a.append(code, kind, small);
      li.append(a);
      found.append(li);
    }
    hits.textContent = good.length === 0 ? "Nothing found" :
      good.length === 1 ? "1 place found" :
      good.length + " places found" + (good.length > most ? ", the best " + most + " shown" : "");
    results.hidden = false;
  };
  let waiting = 0;
  query.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(search, 60); });
  query.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || e.isComposing) return;
    e.preventDefault();
    clearTimeout(waiting);
    search(); // the last letters may not have been searched for yet
    const first = found.querySelector("a");
    if (first) { first.click(); query.blur(); }
  });
  query.addEventListener("focus", () => { if (query.value) search(); });
  const close = () => { results.hidden = true; };
  found.addEventListener("click", (e) => { if (e.target.closest("a")) close(); });
  document.addEventListener("click", (e) => { if (!e.target.closest("#results, .search")) close(); });
  document.addEventListener("keydown", (e) => {
    const typing = e.target.closest("input, textarea");
    if (e.key === "/" && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) { e.preventDefault(); query.focus(); query.select(); return; }
    if (e.key === "Escape" && !results.hidden) { close(); query.focus(); return; }
    if (e.key === "Escape" && nav.classList.contains("open")) { showMenu(false); menu.focus(); return; }
    if (results.hidden || (e.key !== "ArrowDown" && e.key !== "ArrowUp")) return;
    const links = Array.from(found.querySelectorAll("a"));
    const at = links.indexOf(document.activeElement);
    if (at < 0 && document.activeElement !== query) return;
    e.preventDefault();
    const next = at + (e.key === "ArrowDown" ? 1 : -1);
    if (next < 0) query.focus();
    else if (links[next]) links[next].focus();
  });
})();
