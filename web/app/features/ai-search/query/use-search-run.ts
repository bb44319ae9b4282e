import { TEXTS } from 'contract/rules';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '~/api/http/client';
import { UnreadablePicture } from '~/lib/picture';
import { isSameSearch, runSearch, type SearchAnswer, type SearchInput } from './ai-search-query';

/** The state of the result area. */
export type Result =
  | { status: 'idle' }
  | { status: 'loading'; input: SearchInput }
  | { status: 'found'; found: SearchAnswer }
  | SearchFailure;

/** A search that failed. */
export interface SearchFailure {
  status: 'failed';
  input: SearchInput;
  sentence: string;
  /** Seconds after which the server accepts a retry. */
  retryAfter: number | null;
}

/**
 * Sends searches, one at a time, and keeps the result of the last one.
 * @param initial a result to begin with; null for none
 * @param onStart called when a search is sent
 */
export function useSearchRun(initial: SearchAnswer | null, onStart: () => void) {
  const [result, setResult] = useState<Result>(initial ? { status: 'found', found: initial } : { status: 'idle' });
  const running = useRef<{ input: SearchInput; abort: AbortController } | null>(null);
  useEffect(() => () => running.current?.abort.abort(), []);

  function abortRunning() {
    running.current?.abort.abort();
    running.current = null;
  }

  /** Sends a search and aborts the running one, unless both are the same. */
  async function run(input: SearchInput) {
    if (running.current && isSameSearch(running.current.input, input)) return;
    abortRunning();
    const abort = new AbortController();
    running.current = { input, abort };
    onStart();
    setResult({ status: 'loading', input });
    const end = await runSearch(input, abort.signal).then(
      (found): Result => ({ status: 'found', found }),
      (error: unknown): Result => ({ status: 'failed', input, ...describeFailure(error) }),
    );
    if (abort.signal.aborted) return;
    running.current = null;
    setResult(end);
  }

  return {
    result,
    run: (input: SearchInput) => void run(input),
    /** Aborts the running search and removes the result. */
    stop: () => {
      abortRunning();
      setResult({ status: 'idle' });
    },
  };
}

/** The message of the server if there is one, else the error's. */
function describeFailure(error: unknown): Pick<SearchFailure, 'sentence' | 'retryAfter'> {
  if (error instanceof UnreadablePicture) return { sentence: error.message, retryAfter: null };
  // The browser's own error text means nothing to a shopper: report an outage.
  if (!(error instanceof ApiError)) return { sentence: TEXTS.unavailable, retryAfter: null };
  const message = error.body.error;
  return { sentence: typeof message === 'string' && message ? message : error.message, retryAfter: error.retryAfter };
}
