// Inlined in the head of every page, before anything is painted: gives the page the colour scheme that the visitor chose on
// this device, and defines the switch, <theme-switch>. It is no part of React: it works before, and costs the pages no script.
(function () {
  var root = document.documentElement;
  var KEY = 'theme';
  var COLORS = { light: '#faf7f2', dark: '#171512' }; // --color-paper
  var OPTIONS = { auto: 'Theo thiết bị', light: 'Sáng', dark: 'Tối' };
  var chosen = read();
  show();

  function read() {
    try {
      var found = localStorage.getItem(KEY);
      return found === 'light' || found === 'dark' ? found : 'auto';
    } catch {
      return 'auto'; // storage is refused: the device decides
    }
  }

  function show() {
    if (chosen === 'auto') root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', chosen);
    // There is one for each scheme of the device; a chosen scheme has its colour in both.
    document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
      var isDark = chosen === 'auto' ? /dark/.test(String(meta.getAttribute('media'))) : chosen === 'dark';
      meta.setAttribute('content', isDark ? COLORS.dark : COLORS.light);
    });
    document.querySelectorAll('theme-switch select').forEach(function (select) {
      select.value = chosen;
    });
  }

  // Another tab changed it.
  addEventListener('storage', function (event) {
    if (event.key !== KEY && event.key !== null) return;
    chosen = read();
    show();
  });

  class ThemeSwitch extends HTMLElement {
    connectedCallback() {
      var label = document.createElement('label');
      label.className = 'inline-flex min-h-9 items-center gap-2';
      var select = document.createElement('select');
      select.className = 'min-h-9 rounded-md border border-line-strong bg-surface px-2 text-ink';
      Object.entries(OPTIONS).forEach(function ([value, text]) {
        select.add(new Option(text, value));
      });
      select.value = chosen;
      select.addEventListener('change', function () {
        chosen = select.value;
        try {
          localStorage.setItem(KEY, chosen);
        } catch {
          // It holds until the page is left.
        }
        show();
      });
      label.append('Giao diện', select);
      this.replaceChildren(label);
    }
  }
  customElements.define('theme-switch', ThemeSwitch);
})();
