import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadChunk } from './chunk';

/** A part of a page with a script of its own. */
interface LazyPart<Props> {
  /** To be put into a `Suspense`: the server's HTML of it stands until the script is there. */
  Part: LazyExoticComponent<ComponentType<Props>>;
  /** Loads the script; the part works from then on. */
  load: () => void;
}

/**
 * Makes a part that is on the page from the beginning, but whose script is loaded only on demand: when its tab is opened, for
 * example. On the server it is there at once.
 * @param load imports the component
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let start = () => {};
  const demand =
    typeof window === 'undefined'
      ? undefined
      : new Promise<void>((resolve) => {
          start = resolve;
        });
  const begin = async () => {
    await demand;
    return { default: await loadChunk(load) };
  };
  return { Part: lazy(begin), load: () => start() };
}
