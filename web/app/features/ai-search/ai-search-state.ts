import { useLocation } from '@remix-run/react';
import type { Chip } from 'contract/search/chips';
import { TEXTS } from 'contract/rules';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '~/api/http/client';
import { saveSearch, savedSearch } from './ai-search-memory';
import { UnreadablePicture } from './picture/ai-search-picture';
import type { CropBox } from './picture/crop/crop-box';
import { EMPTY, searchInputOf, withoutChip, runSearch, isEmptySearch, isSameSearch } from './ai-search-query';
import type { SearchInput, SearchForm, SearchAnswer } from './ai-search-query';
import { usePicturePreparation } from './picture/use-picture-preparation';

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

/** An error in one part of the form. */
export interface Problem {
  of: 'text' | 'picture';
  sentence: string;
}

/**
 * The AI search's form, results and actions. It begins empty, or with the search that is saved for this page.
 * @param onClose closes the dialog
 * @param text the description to begin with, instead of the saved search
 */
export function useAiSearch(onClose: () => void, text?: string) {
  const { key, pathname } = useLocation();
  const [openedAt] = useState(key);
  const [saved] = useState(() => (text === undefined ? savedSearchFor(key, pathname) : null));
  const [form, setForm] = useState<SearchForm>(saved?.form ?? { ...EMPTY, text: text ?? '' });
  const [result, setResult] = useState<Result>(
    saved?.found ? { status: 'found', found: saved.found } : { status: 'idle' },
  );
  const [problem, setProblem] = useState<Problem | null>(null);
  const { isPreparing, prepare, cancel } = usePicturePreparation();
  const running = useRef<{ input: SearchInput; abort: AbortController } | null>(null);

  useEffect(() => {
    // Every opening resets the search: a saved one is shown once.
    saveSearch(null);
    return () => running.current?.abort.abort();
  }, []);

  /** Saves the search and closes the dialog; see `saveSearch`. @param product that is opened */
  function leave(product: number) {
    saveSearch({ at: openedAt, product, form, found: result.status === 'found' ? result.found : null });
    onClose();
  }
  const newestClose = useRef(onClose);
  useEffect(() => {
    newestClose.current = onClose;
  });
  // The Back button changes the page below the dialog, which closes and discards the search.
  useEffect(() => {
    if (key !== openedAt) newestClose.current();
  }, [key, openedAt]);

  function stop() {
    running.current?.abort.abort();
    running.current = null;
  }

  /** Sends a search and aborts the running one, unless both are the same. */
  async function run(input: SearchInput) {
    if (running.current && isSameSearch(running.current.input, input)) return;
    stop();
    const abort = new AbortController();
    running.current = { input, abort };
    setProblem(null);
    setResult({ status: 'loading', input });
    const end = await runSearch(input, abort.signal).then(
      (found): Result => ({ status: 'found', found }),
      (error: unknown): Result => ({ status: 'failed', input, ...failureOf(error) }),
    );
    if (abort.signal.aborted) return;
    running.current = null;
    setResult(end);
  }

  /** Applies changes to the form and submits it. */
  function submit(changed: Partial<SearchForm> = {}) {
    const next = { ...form, ...changed };
    setForm(next);
    const input = searchInputOf(next);
    if (!isEmptySearch(input)) return void run(input);
    setProblem({ of: next.tab === 'image' ? 'picture' : 'text', sentence: TEXTS.nothingAsked });
  }

  /** Updates the form and searches again after a chip was removed or restored. */
  function amend(next: SearchInput) {
    setForm({ ...form, tab: next.tab, ignore: next.ignore, ...(next.tab !== 'image' && { text: next.text }) });
    if (!isEmptySearch(next)) return void run(next);
    stop();
    setResult({ status: 'idle' });
  }

  async function choose(file: File) {
    setProblem(null);
    // The description tab takes no picture.
    setForm((now) => (now.tab === 'text' ? { ...now, tab: 'image' } : now));
    const chosen = await prepare(file);
    if (typeof chosen === 'string') setProblem({ of: 'picture', sentence: chosen });
    else if (chosen) setForm((now) => ({ ...now, picture: chosen, crop: null, ignore: [] }));
  }

  function clear() {
    stop();
    cancel();
    saveSearch(null);
    setForm({ ...EMPTY, tab: form.tab });
    setResult({ status: 'idle' });
    setProblem(null);
  }

  return {
    /** The product from which the shopper came back to a restored search; else null. */
    returnedFrom: saved?.product ?? null,
    form,
    result,
    problem,
    isPreparing,
    setTab: (tab: SearchForm['tab']) => {
      setProblem(null);
      setForm({ ...form, tab });
    },
    setText: (text: string) => {
      setProblem(null);
      setForm({ ...form, text });
    },
    /** Shows why a picture was rejected. */
    rejectPicture: (sentence: string) => setProblem({ of: 'picture', sentence }),
    submit,
    run: (input: SearchInput) => void run(input),
    amend,
    removeChip: (input: SearchInput, chip: Chip) => {
      const next = withoutChip(input, chip);
      if (next) amend(next);
    },
    choose: (file: File) => void choose(file),
    removePicture: () => {
      cancel();
      setForm({ ...form, picture: null, crop: null, ignore: [] });
    },
    /** Searches for a part of the picture; null for all of it. What was ignored of the picture counts again. */
    setCrop: (crop: CropBox | null) => setForm((now) => ({ ...now, crop, ignore: [] })),
    clear,
    /** Discards the search and closes the dialog. */
    close: () => {
      saveSearch(null);
      onClose();
    },
    leave,
  };
}

/** The search to restore in a dialog that opens here: where it was left, or on the product's page. */
function savedSearchFor(key: string, pathname: string) {
  const saved = savedSearch();
  return saved && (saved.at === key || pathname === `/products/${saved.product}`) ? saved : null;
}

export type AiSearch = ReturnType<typeof useAiSearch>;

/** The message of the server if there is one, else the error's. */
function failureOf(error: unknown): { sentence: string; retryAfter: number | null } {
  if (error instanceof UnreadablePicture) return { sentence: error.message, retryAfter: null };
  // The browser's own error text means nothing to a shopper: report an outage.
  if (!(error instanceof ApiError)) return { sentence: TEXTS.unavailable, retryAfter: null };
  const message = error.body.error;
  return { sentence: typeof message === 'string' && message ? message : error.message, retryAfter: error.retryAfter };
}
