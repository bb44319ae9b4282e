// Inlined in the head of every page: remembers the last press on a button (data-early) whose scripts have not arrived, and shows
// that it was noticed. entry.client.tsx repeats it. A link that is followed, or the page's end, makes it void.
(function () {
  /** @type {HTMLElement | undefined} */
  var pressed;

  /** @param {Event} event */
  function onClick(event) {
    /** @type {HTMLElement | null} */
    var target = event.target instanceof Element ? event.target.closest('a, [data-early]') : null;
    if (!target) return;
    forget();
    if (!target.matches('[data-early]')) return;
    event.stopImmediatePropagation(); // React, which may be about to take the page over, would see the press too
    pressed = target;
    pressed.setAttribute('aria-busy', 'true');
  }

  function forget() {
    if (pressed) pressed.removeAttribute('aria-busy');
    pressed = undefined;
  }

  addEventListener('click', onClick, true);
  addEventListener('pagehide', forget);

  window.takeEarlyPress = function () {
    removeEventListener('click', onClick, true);
    removeEventListener('pagehide', forget);
    var last = pressed;
    forget();
    return last;
  };
})();
