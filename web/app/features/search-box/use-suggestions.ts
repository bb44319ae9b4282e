import type { Suggestions } from 'contract/suggestions';
import { useEffect, useState } from 'react';
import { getSuggestions } from '~/api/catalog';

/** How long somebody has to pause before suggestions are asked for. */
const PAUSE_MS = 120;
/** The same while a word is being composed: keyboards of phones compose each word up to its space. */
const COMPOSING_PAUSE_MS = 400;

/** The text of a box. */
export interface BoxText {
  text: string;
  isComposing: boolean;
}

/**
 * Suggestions for what is typed: those of before until the next ones are there, none after a failure. A newer text aborts the
 * request of the older one.
 * @param isWanted whether anybody would see them
 */
export function useSuggestions({ text, isComposing }: BoxText, isWanted: boolean): Suggestions | null {
  const [suggestions, setSuggestions] = useState<Suggestions | null>(null);
  // One spelling for the same words: more of the answers are in a cache.
  const typed = text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
  useEffect(() => {
    if (!isWanted) return;
    const abort = new AbortController();
    const show = (found: Suggestions | null) => {
      if (!abort.signal.aborted) setSuggestions(found);
    };
    const ask = () => void getSuggestions(typed, abort.signal).then(show, () => show(null));
    const timer = setTimeout(ask, typed === '' ? 0 : isComposing ? COMPOSING_PAUSE_MS : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed, isComposing, isWanted]);
  return suggestions;
}
