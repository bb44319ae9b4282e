// Inlined as the first script of every page. "/#/products/5" reached the server as "/": give the history entry the path
// that its hash names and load that instead. The entry keeps its state, so scroll and location.state survive a reload.
(function () {
  var hash = window.location.hash;
  if (!/^#\/[^#]/.test(hash)) return;
  try {
    window.history.replaceState(window.history.state, '', hash.slice(1)); // throws for another origin ("#//host")
    window.history.scrollRestoration = 'manual'; // <ScrollRestoration> does it; the browser would undo it
    window.stop(); // what is being received is the wrong page: neither show nor hydrate it
    window.location.reload();
  } catch {
    // Not a path of this site: stay on the page the server sent.
  }
})();
