import type { AiSearchAnswer, SearchByImage } from 'contract/search/ai-search';
import { DEFAULT_AI_RESULTS } from 'contract/rules';
import { api } from '~/api/http/client';

/** An aspect of a picture that the search ignores. */
export type Ignored = SearchByImage['ignore'][number];

/** A search with a picture, words, or both. */
export interface PictureQuery {
  text?: string;
  image?: File;
  ignore?: readonly Ignored[];
}

/** The products that fit a description best. */
export const searchByText = (text: string, signal?: AbortSignal) =>
  api<AiSearchAnswer>('/api/ai-search/text/', { method: 'POST', body: { text, limit: DEFAULT_AI_RESULTS }, signal });

/** The products that look most like a picture. */
export const searchByImage = (query: PictureQuery, signal?: AbortSignal) =>
  api<AiSearchAnswer>('/api/ai-search/image/', { method: 'POST', body: toFormData(query), signal });

/** The products that fit both, or whichever of the two is given. */
export const searchCombined = (query: PictureQuery, signal?: AbortSignal) =>
  api<AiSearchAnswer>('/api/ai-search/combined/', { method: 'POST', body: toFormData(query), signal });

function toFormData({ text, image, ignore = [] }: PictureQuery): FormData {
  const form = new FormData();
  if (text) form.set('text', text);
  if (image) form.set('image', image, image.name);
  form.set('limit', String(DEFAULT_AI_RESULTS));
  if (ignore.length > 0) form.set('ignore', ignore.join(','));
  return form;
}
