import type { AiSearchAnswer, Chip, FoundProduct } from 'contract/ai-search';
import { TEXTS } from 'contract/rules';
import { searchByImage, searchByText, searchCombined, type Ignored } from '~/api/ai-search';
import { withSimilarity } from './results/ai-search-similarity';

/** The three ways to ask; the specification's search types. */
export type SearchTab = 'text' | 'image' | 'combined';

/** What the form holds. */
export interface Form {
  tab: SearchTab;
  text: string;
  picture: File | null;
  /** What of the picture is not to count. */
  ignore: readonly Ignored[];
}

/** One search as it was sent: of the form, what its tab counts. */
export type SearchInput = Form;

export interface SearchAnswer {
  asked: SearchInput;
  products: readonly FoundProduct[];
  understood: readonly Chip[];
  /** That plainer means had to do, as it is said to the shopper. */
  warning: string | null;
}

export const EMPTY: Form = { tab: 'text', text: '', picture: null, ignore: [] };

/**
 * What a search with this form sends. The text is trimmed and composed, so that the server counts the same characters
 * in it as this page does when a part of it is taken back.
 */
export function askedOf({ tab, text, picture, ignore }: Form): SearchInput {
  const words = tab === 'image' ? '' : text.normalize('NFC').trim();
  const shown = tab === 'text' ? null : picture;
  return { tab, text: words, picture: shown, ignore: shown ? ignore : [] };
}

export const isNothing = ({ text, picture }: SearchInput) => text === '' && picture === null;

export const isSame = (one: SearchInput, other: SearchInput) =>
  one.tab === other.tab &&
  one.text === other.text &&
  one.picture === other.picture &&
  one.ignore.join() === other.ignore.join();

/** Sends a search. @throws ApiError as `api` does */
export async function find(asked: SearchInput, signal: AbortSignal): Promise<SearchAnswer> {
  const { products, understood, fallback, message } = await send(asked, signal);
  return {
    asked,
    products: withSimilarity(products),
    understood: understood ?? [],
    warning: fallback ? message || TEXTS.basicSearch : null,
  };
}

function send({ tab, text, picture, ignore }: SearchInput, signal: AbortSignal): Promise<AiSearchAnswer> {
  const image = picture ?? undefined;
  switch (tab) {
    case 'text':
      return searchByText(text, signal);
    case 'image':
      return searchByImage({ image, ignore }, signal);
    case 'combined':
      return searchCombined({ text, image, ignore }, signal);
  }
}

/** Whether the server can leave this out of a picture. */
const isIgnorable = (kind: Chip['kind']): kind is Ignored => kind === 'type' || kind === 'color';

/**
 * The same search without one of the things that were understood: words are cut out of the text, something seen in
 * the picture is ignored from now on.
 * @returns null for something that cannot be taken back
 */
export function askedWithout(asked: SearchInput, { kind, of, start, end }: Chip): SearchInput | null {
  if (of === 'image') return isIgnorable(kind) ? { ...asked, ignore: [...asked.ignore, kind] } : null;
  return start === undefined || end === undefined ? null : { ...asked, text: textWithout(asked.text, start, end) };
}

/** Cuts [start, end) out of a text, with the spaces and the comma that nothing stands beside any more. */
export function textWithout(text: string, start: number, end: number): string {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const [left, right] = [before.replace(/[\s,;]+$/, ''), after.replace(/^[\s,;]+/, '')];
  if (!left || !right) return (left + right).trim();
  const isListed = /[,;]\s*$/.test(before) || /^\s*[,;]/.test(after);
  return `${left}${isListed ? ', ' : ' '}${right}`;
}
