/** Milliseconds that a browser without `requestIdleCallback` waits after the page has loaded. */
const IDLE_MS = 2_000;

/** Calls `act` once the page has loaded and rests. */
export function whenIdle(act: () => void): void {
  const wait = () => {
    ((window as Partial<Window>).requestIdleCallback ?? ((later) => setTimeout(later, IDLE_MS)))(act);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait);
}
