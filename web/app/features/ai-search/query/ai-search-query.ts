import type { AiSearchAnswer, FoundProduct } from 'contract/search/ai-search';
import type { Chip } from 'contract/catalog/chips';
import { TEXTS } from 'contract/rules';
import { textWithout } from '~/lib/text-without';
import { searchByImage, searchByText, searchCombined, type Ignored } from '~/api/search/ai-search';
import { cropPicture } from './ai-search-picture';
import type { CropBox } from '~/features/ai-search/picture/crop/crop-box';
import { withSimilarity } from './ai-search-similarity';

/** The specification's three search types. */
export type SearchTab = 'text' | 'image' | 'combined';

/** The state of the search form. */
export interface SearchForm {
  tab: SearchTab;
  text: string;
  picture: File | null;
  /** The part of the picture that is searched for; null for all of it. */
  crop: CropBox | null;
  /** Aspects of the picture that the search ignores. */
  ignore: readonly Ignored[];
}

/** A search as it is sent: only the inputs of its tab. */
export type SearchInput = SearchForm;

export interface SearchAnswer {
  input: SearchInput;
  products: readonly FoundProduct[];
  understood: readonly Chip[];
  /** Message for the shopper when the keyword fallback answered; else null. */
  warning: string | null;
}

export const EMPTY: SearchForm = { tab: 'text', text: '', picture: null, crop: null, ignore: [] };

/**
 * Takes the inputs of the form's tab. The text is trimmed and NFC-normalized, so that the positions that the server
 * gives for its parts hold in this page too.
 */
export function searchInputOf({ tab, text, picture, crop, ignore }: SearchForm): SearchInput {
  const words = tab === 'image' ? '' : text.normalize('NFC').trim();
  const shown = tab === 'text' ? null : picture;
  return { tab, text: words, picture: shown, crop: shown && crop, ignore: shown ? ignore : [] };
}

/** @returns whether a search has neither text nor picture */
export const isEmptySearch = ({ text, picture }: SearchInput) => text === '' && picture === null;

/** @returns whether two searches would send the same request */
export const isSameSearch = (one: SearchInput, other: SearchInput) =>
  one.tab === other.tab &&
  one.text === other.text &&
  one.picture === other.picture &&
  one.crop === other.crop &&
  one.ignore.join() === other.ignore.join();

/**
 * Sends a search, with the part of its picture that was chosen.
 * @throws ApiError when the request fails; UnreadablePicture when the browser cannot cut the picture
 */
export async function runSearch(input: SearchInput, signal: AbortSignal): Promise<SearchAnswer> {
  const { products, understood, fallback, message } = await send(input, signal);
  return {
    input,
    products: withSimilarity(products),
    understood: understood ?? [],
    warning: fallback ? message || TEXTS.basicSearch : null,
  };
}

async function send({ tab, text, picture, crop, ignore }: SearchInput, signal: AbortSignal): Promise<AiSearchAnswer> {
  const image = picture && crop ? await cropPicture(picture, crop) : (picture ?? undefined);
  switch (tab) {
    case 'text':
      return searchByText(text, signal);
    case 'image':
      return searchByImage({ image, ignore }, signal);
    case 'combined':
      return searchCombined({ text, image, ignore }, signal);
  }
}

/** Whether the server can ignore this aspect of a picture. */
const isIgnorable = (kind: Chip['kind']): kind is Ignored => kind === 'type' || kind === 'color';

/**
 * The same search without one chip: its words are cut out of the text, or its aspect of the picture is ignored.
 * @returns null for a chip that cannot be removed
 */
export function withoutChip(input: SearchInput, { kind, of, start, end }: Chip): SearchInput | null {
  if (of === 'image') return isIgnorable(kind) ? { ...input, ignore: [...input.ignore, kind] } : null;
  return start === undefined || end === undefined ? null : { ...input, text: textWithout(input.text, start, end) };
}
