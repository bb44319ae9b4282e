import type { Chip } from '../../contract/catalog/chips.js';

export const SEARCH_QUEUE = 'ai-search';
export const INDEX_QUEUE = 'ai-index';

/** How long a request waits for the worker, in milliseconds. */
export const SEARCH_TIMEOUT_MS = 4_000;

/** A job of the search queue. */
export interface SearchJob {
  text: string;
  /** A JPEG scaled for the description, in base64; deleted with the job. */
  picture: string | null;
  ignore: ('type' | 'color')[];
  limit: number;
  /** The deadline in milliseconds since 1970: afterwards nobody waits for the answer. */
  until: number;
  /** Whether its caller has used up a share of the paid engine, so that the shop's own answers. */
  isBasic?: boolean;
}

/** A product that a search finds. */
export interface Hit {
  id: number;
  /** 1 to 100, non-increasing from one hit to the next. */
  percent: number;
  reasons: string[];
  /** The picture in the requested colour, when the product's first one shows another. */
  media?: string;
}

/** The worker's result. */
export interface SearchResult {
  hits: Hit[];
  understood: Chip[];
  /** True when another engine than the configured one answered. */
  fallback: boolean;
}
