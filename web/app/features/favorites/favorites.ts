import type { FavoriteProduct } from 'contract/catalog/favorites';
import { useEffect, useSyncExternalStore } from 'react';
import { addFavorite, listFavorites, removeFavorite } from '~/api/catalog/favorites';
import { sessionReady, useUser } from '~/api/account/session';
import { toast } from '~/components/feedback/toast';
import { createStore } from '~/lib/storage/create-store';
import { readSessionItem, writeSessionItem } from '~/lib/storage/session-item';

/** The favourites of the signed-in user. */
export interface Favorites {
  /** `none`: nobody is signed in. `failed`: there is no list to show; one that was loaded before stays `ready`. */
  status: 'none' | 'loading' | 'ready' | 'failed';
  /** Newest first, including changes that are not saved yet. */
  products: readonly FavoriteProduct[];
}

/** A press of the heart that the server has not confirmed. */
interface PendingChange {
  product: FavoriteProduct;
  isFavorite: boolean;
}

const NONE: Favorites = { status: 'none', products: [] };

let owner: number | null = null;
let status: Favorites['status'] = 'none';
/** The list as last loaded from the server. */
let loaded: readonly FavoriteProduct[] = [];
/** By product. */
const pending = new Map<number, PendingChange>();

const shown = createStore(NONE);
let ids: ReadonlySet<number> = new Set();

function publish() {
  const removed = new Set<number>();
  const added: FavoriteProduct[] = [];
  for (const { product, isFavorite } of pending.values()) {
    if (!isFavorite) removed.add(product.id);
    else if (!loaded.some(({ id }) => id === product.id)) added.unshift(product);
  }
  const products = [...added, ...loaded.filter(({ id }) => !removed.has(id))];
  ids = new Set(products.map(({ id }) => id));
  shown.set({ status, products });
}

/** The list as a React hook; none on the server and during hydration. */
export const useFavorites = shown.use;

/** True for a favourite product; false on the server and during hydration. */
export const useIsFavorite = (id: number) =>
  useSyncExternalStore(
    shown.subscribe,
    () => ids.has(id),
    () => false,
  );

/** Loads the list when somebody signs in and forgets it when they leave; once per document. */
export function useFavoritesOfUser() {
  const id = useUser()?.id ?? null;
  useEffect(() => {
    switchUser(id);
    return () => switchUser(null);
  }, [id]);
}

let otherTabs: BroadcastChannel | undefined;

function switchUser(user: number | null) {
  if (user === owner) return;
  owner = user;
  loaded = [];
  pending.clear();
  status = user === null ? 'none' : 'loading';
  publish();
  otherTabs?.close();
  otherTabs = undefined;
  if (user === null) return;
  if (typeof BroadcastChannel !== 'undefined') {
    otherTabs = new BroadcastChannel('favorites');
    otherTabs.onmessage = () => void enqueue(load);
  }
  void enqueue(load);
  const wanted = readSessionItem(WANTED) as FavoriteProduct | null;
  if (typeof wanted?.id === 'number') void addWanted(wanted);
  writeSessionItem(WANTED, null);
}

/** The session's key of what a guest wants to keep. Signing in with Google or Facebook leaves the document. */
const WANTED = 'wantedFavorite';

/** Keeps a product once the guest who wants it has signed in, in this tab. */
export const wantFavorite = (product: FavoriteProduct) => writeSessionItem(WANTED, product);

async function addWanted(product: FavoriteProduct) {
  await setFavorite(product, true);
  if (ids.has(product.id)) toast(`Đã thêm ${product.name} vào yêu thích`);
}

/** Asks for the list again after it could not be loaded. */
export function retryFavorites(): Promise<void> {
  status = 'loading';
  publish();
  return enqueue(load);
}

/**
 * Makes a product a favourite, or none. It shows at once; a failure is only logged, and what is shown goes back to what
 * the server says.
 * @returns resolves when the server has stored it and the list is loaded again
 */
export function setFavorite(product: FavoriteProduct, isFavorite: boolean): Promise<void> {
  const change = { product, isFavorite };
  pending.set(product.id, change);
  publish();
  return enqueue(() => saveChange(change));
}

let queue: Promise<void> = Promise.resolve();

/** One call after the other: an answer that was overtaken must not be taken for the newest. Work never throws. */
const enqueue = (work: () => Promise<void>): Promise<void> => (queue = queue.then(work));

async function saveChange(change: PendingChange) {
  const { product, isFavorite } = change;
  const isCurrent = () => pending.get(product.id) === change;
  // Pressed again meanwhile (that change is queued too), or somebody else is signed in.
  if (!isCurrent()) return;
  try {
    await (isFavorite ? addFavorite(product.id, product.favorite_color) : removeFavorite(product.id));
    const others = loaded.filter(({ id }) => id !== product.id);
    if (isCurrent()) loaded = isFavorite ? [product, ...others] : others;
    otherTabs?.postMessage(null);
  } catch (error) {
    console.warn('The favourite was not changed', error);
  }
  // The last of several changes loads the list: none waits for it, since a page that is closed sends no more.
  if (pending.size < 2) await load();
  if (isCurrent()) pending.delete(product.id);
  publish();
}

async function load() {
  const ownerBefore = owner;
  if (ownerBefore === null) return;
  try {
    await sessionReady();
    const products = await listFavorites();
    if (owner !== ownerBefore) return;
    loaded = products;
    status = 'ready';
  } catch (error) {
    console.warn('The favourites were not loaded', error);
    if (owner === ownerBefore && status === 'loading') status = 'failed';
  }
  publish();
}
