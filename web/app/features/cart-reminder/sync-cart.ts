import type { ReminderCart } from 'contract/orders/cart-reminders';
import { MAX_REMINDED_LINES } from 'contract/rules';
import { currentUser } from '~/api/account/session';
import { getCartReminder, keepReminderCart } from '~/api/orders/cart-reminder';
import { cartItems } from '~/features/cart/cart';

/** Milliseconds from a change to its call: a row of changes is one. An emptied cart is told at once. */
const CALM_MS = 2_000;

let end = () => {};
/** Whose cart is told; null for nobody's. */
let owner: number | null = null;

/** Call when the shopper has agreed to reminders, or no longer does. */
export function consentChanged() {
  if (owner !== null) follow(owner);
}

/**
 * Tells the shop of the cart while this user is signed in and has agreed to reminders. Failures are left: the next change, or the
 * next page, tells the cart anew.
 */
export function syncCart(user: number) {
  if (user !== owner) follow(user);
}

function follow(user: number) {
  end();
  owner = user;
  const abort = new AbortController();
  const stops: (() => void)[] = [() => abort.abort()];
  end = () => {
    owner = null;
    stops.forEach((stop) => stop());
  };
  void begin(user, abort.signal, stops).catch(() => undefined);
}

async function begin(user: number, signal: AbortSignal, stops: (() => void)[]) {
  const { is_on, is_offered } = await getCartReminder(signal);
  if (!is_on || !is_offered || signal.aborted) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = '[]';
  const tell = () => {
    clearTimeout(timer);
    timer = undefined;
    if (currentUser()?.id !== user) return end();
    const items = linesOf();
    const text = JSON.stringify(items);
    if (text === told) return;
    told = text;
    // One that failed is told again with the next change.
    keepReminderCart({ items }).catch(() => (told = ''));
  };
  const change = () => {
    clearTimeout(timer);
    if (cartItems.get().length === 0) tell();
    else timer = setTimeout(tell, CALM_MS);
  };
  const leave = () => {
    if (timer !== undefined && document.visibilityState === 'hidden') tell();
  };
  document.addEventListener('visibilitychange', leave);
  stops.push(cartItems.subscribe(change), () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', leave);
  });
  // An empty cart of another device is no reason to forget the one that is kept.
  tell();
}

/** The newest lines, as many as are kept. */
const linesOf = (): ReminderCart['items'] =>
  cartItems
    .get()
    .slice(-MAX_REMINDED_LINES)
    .map(({ id, variant_id, qty }) => ({ id, variant_id, qty }));
