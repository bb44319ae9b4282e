import type { Chip } from '../../contract/chips.js';
import type { Hit } from '../worker/fusion.js';

export const SEARCH_QUEUE = 'ai-search';
export const INDEX_QUEUE = 'ai-index';

/** In milliseconds: so long a request waits for the worker. */
export const SEARCH_TIMEOUT_MS = 4_000;

/** A job of the search queue. */
export interface SearchJob {
  text: string;
  /** A JPEG as it is described, in base64; it goes with the job. */
  picture: string | null;
  ignore: ('type' | 'color')[];
  limit: number;
  /** Milliseconds since 1970: nobody waits for its answer any more. */
  until: number;
}

/** The worker's result. */
export interface SearchResult {
  hits: Hit[];
  understood: Chip[];
  /** Whether another engine than the one that was asked for had to do. */
  fallback: boolean;
}
