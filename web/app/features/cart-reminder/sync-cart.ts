import type { ReminderCart } from 'contract/orders/cart-reminders';
import { MAX_REMINDED_LINES } from 'contract/rules';
import { currentUser } from '~/api/account/session';
import { getCartReminder, keepReminderCart } from '~/api/orders/cart-reminder';
import { cartItems } from '~/features/cart/cart';

/** Debounce in milliseconds: several changes in a row are one call. An emptied cart is sent at once. */
const DEBOUNCE_MS = 2_000;

let stopSync = () => {};
/** Whose cart is sent; null for nobody's. */
let owner: number | null = null;

/** Call when the shopper has agreed to reminders, or no longer does. */
export function consentChanged() {
  if (owner !== null) restart(owner);
}

/**
 * Sends the cart to the shop while this user is signed in and has agreed to reminders. A failure is ignored: the next change sends
 * the cart again, and if the consent was not read, so does the network's return.
 */
export function syncCart(user: number) {
  if (user !== owner) restart(user);
}

function restart(user: number) {
  stopSync();
  owner = user;
  const abort = new AbortController();
  const stops: (() => void)[] = [() => abort.abort()];
  stopSync = () => {
    owner = null;
    stops.forEach((stop) => stop());
  };
  start(user, abort.signal, stops).catch(() => {
    if (!abort.signal.aborted) awaitRetry(user, stops);
  });
}

/** Starts again at the next change of the cart, or when the network is back. */
function awaitRetry(user: number, stops: (() => void)[]) {
  const retry = () => (currentUser()?.id === user ? restart(user) : stopSync());
  window.addEventListener('online', retry);
  stops.push(cartItems.subscribe(retry), () => window.removeEventListener('online', retry));
}

async function start(user: number, signal: AbortSignal, stops: (() => void)[]) {
  const { is_on, is_offered } = await getCartReminder(signal);
  if (!is_on || !is_offered || signal.aborted) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent = '[]';
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    if (currentUser()?.id !== user) return stopSync();
    const items = linesOf();
    const text = JSON.stringify(items);
    if (text === sent) return;
    sent = text;
    // After a failure the next change sends it again, even an equal cart.
    keepReminderCart({ items }).catch(() => (sent = ''));
  };
  const onChange = () => {
    clearTimeout(timer);
    if (cartItems.get().length === 0) send();
    else timer = setTimeout(send, DEBOUNCE_MS);
  };
  const onHide = () => {
    if (timer !== undefined && document.visibilityState === 'hidden') send();
  };
  document.addEventListener('visibilitychange', onHide);
  stops.push(cartItems.subscribe(onChange), () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onHide);
  });
  // An empty cart is not sent at first: the one that the shop keeps may come from another device.
  send();
}

/** The newest lines, at most as many as the shop keeps. */
const linesOf = (): ReminderCart['items'] =>
  cartItems
    .get()
    .slice(-MAX_REMINDED_LINES)
    .map(({ id, variant_id, qty }) => ({ id, variant_id, qty }));
