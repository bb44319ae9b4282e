import type { Suggestions } from 'contract/search/suggestions';
import { useEffect, useState } from 'react';
import { getSuggestions } from '~/api/catalog/catalog';

/** How long somebody has to pause before suggestions are requested. */
const PAUSE_MS = 120;
/** The same while a word is being composed: keyboards of phones compose each word up to its space. */
const COMPOSING_PAUSE_MS = 400;

/** The text of a box. */
export interface BoxText {
  text: string;
  isComposing: boolean;
}

/**
 * Suggestions for what is typed: the previous ones until the next ones arrive, none after a failure. A newer text aborts the
 * request of the older one.
 * @param isWanted whether anybody would see them
 * @returns `isNothing`: whether the newest text has none
 */
export function useSuggestions(
  { text, isComposing }: BoxText,
  isWanted: boolean,
): { suggestions: Suggestions | null; isNothing: boolean } {
  const [answer, setAnswer] = useState<{ typed: string; suggestions: Suggestions | null } | null>(null);
  // One spelling for the same words: more of the answers are in a cache.
  const typed = text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
  useEffect(() => {
    if (!isWanted) return;
    const abort = new AbortController();
    const show = (suggestions: Suggestions | null) => {
      if (!abort.signal.aborted) setAnswer({ typed, suggestions });
    };
    const ask = () => void getSuggestions(typed, abort.signal).then(show, () => show(null));
    const timer = setTimeout(ask, typed === '' ? 0 : isComposing ? COMPOSING_PAUSE_MS : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed, isComposing, isWanted]);
  const suggestions = answer?.suggestions ?? null;
  return { suggestions, isNothing: suggestions !== null && answer?.typed === typed && isNone(suggestions) };
}

/** Whether suggestions name nothing that has the typed words. */
const isNone = ({ queries, categories, brands, products, offer }: Suggestions): boolean =>
  queries.length + categories.length + brands.length === 0 && (products.length === 0 || offer !== undefined);
