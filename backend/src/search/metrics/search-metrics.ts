import { counter, histogram } from '../../platform/metrics/registry.js';

/** What is searched: AI search by text or picture, the keyword index, and its suggestions. */
const KINDS = ['text', 'image', 'text_and_image', 'keyword', 'suggest'] as const;
type SearchKind = (typeof KINDS)[number];
/** `fallback`: answered in a simpler way, because the engine or the index was not there in time. */
const RESULTS = ['answered', 'fallback'] as const;
type SearchResultKind = (typeof RESULTS)[number];

const searches = counter('may_searches_total', 'Searches by kind and result.', {
  kind: KINDS,
  result: [...RESULTS, 'failed'],
});
const durations = histogram(
  'may_search_duration_seconds',
  'Duration of searches by kind.',
  ['kind'],
  [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4],
);

/** Runs a search and counts it. @param resultOf tells how it was answered; an error counts as `failed` */
export async function countSearch<T>(
  kind: SearchKind,
  act: () => Promise<T>,
  resultOf: (answer: T) => SearchResultKind,
): Promise<T> {
  const end = durations.startTimer({ kind });
  try {
    const answer = await act();
    searches.inc({ kind, result: resultOf(answer) });
    return answer;
  } catch (error) {
    searches.inc({ kind, result: 'failed' });
    throw error;
  } finally {
    end();
  }
}
