/* What a server cannot do: remember the colours this browser wants, know where it is, not ask again while nobody looks. */
(() => {
  "use strict";
  const root = document.documentElement;
  const ICON = { auto: "sun-moon", light: "sun", dark: "moon" };
  const button = document.querySelector("[data-theme-switch]");

  function show(theme) {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    button.querySelector("use").setAttribute("href", `${button.dataset.icons}#${ICON[theme]}`);
    button.setAttribute("aria-label", button.dataset[theme]);
    button.title = button.dataset[theme];
  }

  if (button) {
    const themes = Object.keys(ICON);
    let theme = root.dataset.theme || "auto";
    show(theme);
    button.hidden = false;
    button.addEventListener("click", () => {
      theme = themes[(themes.indexOf(theme) + 1) % themes.length];
      document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
      show(theme);
    });
  }

  // An element with `data-poll` asks by itself (hx-trigger="every …"): only while the page is seen, and at once when it is seen again.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden && event.target.matches("[data-poll]")) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    document.querySelectorAll("[data-poll]").forEach((element) => window.htmx.trigger(element, "seen"));
  });

  // An element with `data-form` (the id of what holds a form) says with what it asks whether that form is as it came: then the answer may
  // replace it, unless something has been written meanwhile.
  const changed = (field) =>
    field.options ? [...field.options].some((option) => option.selected !== option.defaultSelected) && field.value !== field.options[0].value
    : field.type === "checkbox" ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
  const touched = (holder) =>
    holder.contains(document.activeElement) || [...holder.querySelectorAll("select, input:not([type=hidden]), textarea")].some(changed);
  const held = (event) => event.target.dataset?.form && document.getElementById(event.target.dataset.form);
  document.addEventListener("htmx:configRequest", (event) => {
    const holder = held(event);
    if (holder && !touched(holder)) event.detail.parameters.untouched = "1";
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const asked = event.detail.requestConfig?.elt, holder = asked && document.getElementById(asked.dataset?.form || "");
    if (holder && event.detail.requestConfig.parameters.untouched && touched(holder)) event.detail.shouldSwap = false;
  });

  // A button with `data-copy` (the id of a field) copies its text and says so.
  const showCopy = () => document.querySelectorAll("[data-copy]").forEach((button) => (button.hidden = !navigator.clipboard));
  showCopy();
  document.addEventListener("htmx:afterSwap", showCopy);
  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (!copy) return;
    await navigator.clipboard.writeText(document.getElementById(copy.dataset.copy).value);
    copy.querySelector("span").textContent = copy.dataset.done;
  });

  // A form may ask for the browser's time zone.
  document.querySelectorAll("[data-time-zone]").forEach((field) => (field.value = Intl.DateTimeFormat().resolvedOptions().timeZone));

  // A menu closes when the focus or a click goes elsewhere, and on Escape.
  document.addEventListener("click", (event) => {
    document.querySelectorAll("details.menu[open]").forEach((menu) => menu.contains(event.target) || (menu.open = false));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === " " && event.target.matches("a[role=button]")) {
      event.preventDefault(); // what is called a button answers to the space bar too
      event.target.click();
    }
    if (event.key !== "Escape") return;
    document.querySelectorAll("details.menu[open]").forEach((menu) => (menu.open = false));
  });
})();
