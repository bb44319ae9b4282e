import type { FavoriteProduct } from 'contract/catalog/favorites';
import { useEffect, useSyncExternalStore } from 'react';
import { addFavorite, getFavorites, removeFavorite } from '~/api/catalog/favorites';
import { sessionReady, useUser } from '~/api/account/session';

/** The favourites of the signed-in user. */
export interface Favorites {
  /** `none`: nobody is signed in. `failed`: there is no list to show; one that was loaded before stays `ready`. */
  status: 'none' | 'loading' | 'ready' | 'failed';
  /** Newest first, including changes that are not saved yet. */
  products: readonly FavoriteProduct[];
}

/** The state that a press of the heart asks for. */
interface Wish {
  product: FavoriteProduct;
  isFavorite: boolean;
}

const NONE: Favorites = { status: 'none', products: [] };

let owner: number | null = null;
let status: Favorites['status'] = 'none';
/** The list as last loaded from the server. */
let known: readonly FavoriteProduct[] = [];
/** Presses that the server has not confirmed, by product. */
const wishes = new Map<number, Wish>();

let shown = NONE;
let ids: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

function show() {
  const removed = new Set<number>();
  const added: FavoriteProduct[] = [];
  for (const { product, isFavorite } of wishes.values()) {
    if (!isFavorite) removed.add(product.id);
    else if (!known.some(({ id }) => id === product.id)) added.unshift(product);
  }
  shown = { status, products: [...added, ...known.filter(({ id }) => !removed.has(id))] };
  ids = new Set(shown.products.map(({ id }) => id));
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The list as a React hook; none on the server and during hydration. */
export const useFavorites = () =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => NONE,
  );

/** True for a favourite product; false on the server and during hydration. */
export const useIsFavorite = (id: number) =>
  useSyncExternalStore(
    subscribe,
    () => ids.has(id),
    () => false,
  );

/** Loads the list when somebody signs in and forgets it when they leave; once per document. */
export function useFavoritesOfUser() {
  const id = useUser()?.id ?? null;
  useEffect(() => {
    follow(id);
    return () => follow(null);
  }, [id]);
}

let otherTabs: BroadcastChannel | undefined;

function follow(user: number | null) {
  if (user === owner) return;
  owner = user;
  known = [];
  wishes.clear();
  status = user === null ? 'none' : 'loading';
  show();
  otherTabs?.close();
  otherTabs = undefined;
  if (user === null) return;
  if (typeof BroadcastChannel !== 'undefined') {
    otherTabs = new BroadcastChannel('favorites');
    otherTabs.onmessage = () => void inTurn(load);
  }
  void inTurn(load);
}

/** Asks for the list again after it could not be loaded. */
export function retryFavorites(): Promise<void> {
  status = 'loading';
  show();
  return inTurn(load);
}

/**
 * Makes a product a favourite, or none. It shows at once; a failure is only logged, and what is shown goes back to what
 * the server says.
 * @returns resolves when the server has stored it and the list is loaded again
 */
export function setFavorite(product: FavoriteProduct, isFavorite: boolean): Promise<void> {
  const wish = { product, isFavorite };
  wishes.set(product.id, wish);
  show();
  return inTurn(() => settle(wish));
}

let turn: Promise<void> = Promise.resolve();

/** One call after the other: an answer that was overtaken must not be taken for the newest. Work never throws. */
const inTurn = (work: () => Promise<void>): Promise<void> => (turn = turn.then(work));

async function settle(wish: Wish) {
  const { product, isFavorite } = wish;
  const isCurrent = () => wishes.get(product.id) === wish;
  // Pressed again meanwhile (that wish has a turn of its own), or somebody else is signed in.
  if (!isCurrent()) return;
  try {
    await (isFavorite ? addFavorite(product.id, product.favorite_color) : removeFavorite(product.id));
    const others = known.filter(({ id }) => id !== product.id);
    if (isCurrent()) known = isFavorite ? [product, ...others] : others;
    otherTabs?.postMessage(null);
  } catch (error) {
    console.warn('The favourite was not changed', error);
  }
  // The last of several wishes loads the list: none waits for it, since a page that is closed sends no more.
  if (wishes.size < 2) await load();
  if (isCurrent()) wishes.delete(product.id);
  show();
}

async function load() {
  const ownerBefore = owner;
  if (ownerBefore === null) return;
  try {
    await sessionReady();
    const products = await getFavorites();
    if (owner !== ownerBefore) return;
    known = products;
    status = 'ready';
  } catch (error) {
    console.warn('The favourites were not loaded', error);
    if (owner === ownerBefore && status === 'loading') status = 'failed';
  }
  show();
}
