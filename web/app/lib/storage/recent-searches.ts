import { MAX_KEYWORD } from 'contract/rules';
import { stored } from './stored';

const MAX_RECENT = 8;

/** The keywords that were searched for on this device, the last one first. They never leave it, and go with a sign-out. */
export const recentSearches = stored<readonly string[]>('recentSearches', (value) =>
  Array.isArray(value)
    ? value
        .filter((text): text is string => typeof text === 'string' && text !== '' && text.length <= MAX_KEYWORD)
        .slice(0, MAX_RECENT)
    : [],
);

const isSame = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase();

/** Puts a keyword first; one that is empty or too long is not kept. */
export function rememberSearch(keyword: string) {
  const text = keyword.normalize('NFC').trim().replace(/\s+/g, ' ');
  if (text === '' || text.length > MAX_KEYWORD) return;
  const isThis = isSame(text);
  recentSearches.set((recent) => [text, ...recent.filter((other) => !isThis(other))].slice(0, MAX_RECENT));
}

export const forgetSearch = (keyword: string) =>
  recentSearches.set((recent) => recent.filter((other) => other !== keyword));

export const forgetSearches = () => recentSearches.clear();
