// Inlined in the head of every page: a page whose scripts the server no longer has would show, but never work. It is loaded once more, from
// the present release. What is lost after the page works is keep-page.ts's.
(function () {
  /** Milliseconds in which the same page is not loaded a second time. */
  var PAUSE_MS = 60000;

  /** @param {Event} event */
  function onError(event) {
    // A script, or the link that loads it early.
    var element = /** @type {Partial<HTMLScriptElement & HTMLLinkElement>} */ (event.target);
    var address = String(element.src || element.href);
    if (!window.takeEarlyPress || address.indexOf(location.origin + '/assets/')) return;
    fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
      function (answer) {
        if (answer.status === 404 && window.takeEarlyPress && isFirst()) location.reload();
      },
      function () {}, // without a network, a reload would take what is there
    );
  }

  /** Whether this page was not just loaded again: otherwise it would go in circles. */
  function isFirst() {
    var key = 'lostScripts ' + location.pathname + location.search;
    try {
      if (Date.now() - Number(sessionStorage.getItem(key)) < PAUSE_MS) return false;
      sessionStorage.setItem(key, String(Date.now()));
      return true;
    } catch {
      return false; // nothing can be remembered, so nothing would end the circle
    }
  }

  addEventListener('error', onError, true);
})();
