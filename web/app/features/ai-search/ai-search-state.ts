import { useLocation } from '@remix-run/react';
import type { Chip } from 'contract/ai-search';
import { TEXTS } from 'contract/rules';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '~/api/http/client';
import { keepSearch, keptSearch } from './ai-search-memory';
import { readyPicture } from './picture/ai-search-picture';
import { EMPTY, askedOf, askedWithout, find, isNothing, isSame } from './ai-search-query';
import type { SearchInput, Form, SearchAnswer } from './ai-search-query';

/** What stands where the results do. */
export type Result =
  { is: 'none' } | { is: 'loading'; asked: SearchInput } | { is: 'found'; found: SearchAnswer } | Failure;

export interface Failure {
  is: 'failed';
  asked: SearchInput;
  sentence: string;
  /** In seconds. */
  retryAfter: number | null;
}

/** What is wrong with a part of the form. */
export interface Problem {
  of: 'text' | 'picture';
  sentence: string;
}

/** The form of the AI search and what came of it. @param onClose closes the dialog */
export function useAiSearch(onClose: () => void) {
  const [kept] = useState(keptSearch);
  const [form, setForm] = useState<Form>(kept?.form ?? EMPTY);
  const [result, setResult] = useState<Result>(kept?.found ? { is: 'found', found: kept.found } : { is: 'none' });
  const [problem, setProblem] = useState<Problem | null>(null);
  const { isPreparing, prepare, forget } = usePreparing();
  const running = useRef<{ asked: SearchInput; abort: AbortController } | null>(null);
  const { key } = useLocation();
  const [openedAt] = useState(key);

  useEffect(() => () => running.current?.abort.abort(), []);

  /** Closes in favour of a product: see `keepSearch`. */
  function leave(product: number | null) {
    keepSearch({ at: openedAt, product, form, found: result.is === 'found' ? result.found : null });
    onClose();
  }
  const newestLeave = useRef(leave);
  useEffect(() => {
    newestLeave.current = leave;
  });
  // The Back button takes the page away under the dialog.
  useEffect(() => {
    if (key !== openedAt) newestLeave.current(null);
  }, [key, openedAt]);

  function stop() {
    running.current?.abort.abort();
    running.current = null;
  }

  /** Sends a search; one that is still running is given up for it, unless it is the same. */
  async function ask(asked: SearchInput) {
    if (running.current && isSame(running.current.asked, asked)) return;
    stop();
    const abort = new AbortController();
    running.current = { asked, abort };
    setProblem(null);
    setResult({ is: 'loading', asked });
    const end = await find(asked, abort.signal).then(
      (found): Result => ({ is: 'found', found }),
      (error: unknown): Result => ({ is: 'failed', asked, ...failureOf(error) }),
    );
    if (abort.signal.aborted) return;
    running.current = null;
    setResult(end);
  }

  /** Searches with the form, changed as said. */
  function submit(changed: Partial<Form> = {}) {
    const next = { ...form, ...changed };
    setForm(next);
    const asked = askedOf(next);
    if (!isNothing(asked)) return void ask(asked);
    setProblem({ of: next.tab === 'image' ? 'picture' : 'text', sentence: TEXTS.nothingAsked });
  }

  /** Brings form and search in line after something understood was taken back, or taken in again. */
  function amend(next: SearchInput) {
    setForm({ ...form, tab: next.tab, ignore: next.ignore, ...(next.tab !== 'image' && { text: next.text }) });
    if (!isNothing(next)) return void ask(next);
    stop();
    setResult({ is: 'none' });
  }

  async function choose(file: File) {
    setProblem(null);
    // A description has no place for a picture.
    setForm((now) => (now.tab === 'text' ? { ...now, tab: 'image' } : now));
    const chosen = await prepare(file);
    if (typeof chosen === 'string') setProblem({ of: 'picture', sentence: chosen });
    else if (chosen) setForm((now) => ({ ...now, picture: chosen, ignore: [] }));
  }

  function clear() {
    stop();
    forget();
    keepSearch(null);
    setForm({ ...EMPTY, tab: form.tab });
    setResult({ is: 'none' });
    setProblem(null);
  }

  return {
    /** The product that a search which is back was left for. */
    cameFrom: kept?.product ?? null,
    form,
    result,
    problem,
    isPreparing,
    setTab: (tab: Form['tab']) => {
      setProblem(null);
      setForm({ ...form, tab });
    },
    setText: (text: string) => {
      setProblem(null);
      setForm({ ...form, text });
    },
    /** Says why a picture was not taken. */
    refuse: (sentence: string) => setProblem({ of: 'picture', sentence }),
    submit,
    ask: (asked: SearchInput) => void ask(asked),
    amend,
    takeBack: (asked: SearchInput, chip: Chip) => {
      const next = askedWithout(asked, chip);
      if (next) amend(next);
    },
    choose: (file: File) => void choose(file),
    removePicture: () => {
      forget();
      setForm({ ...form, picture: null, ignore: [] });
    },
    clear,
    /** Closes for good: the next opening begins anew. */
    close: () => {
      keepSearch(null);
      onClose();
    },
    leave,
  };
}

export type AiSearch = ReturnType<typeof useAiSearch>;

/** The server's own words, else the error's. */
function failureOf(error: unknown): { sentence: string; retryAfter: number | null } {
  // What is no answer of a shop's is told as an outage, not in the browser's words.
  if (!(error instanceof ApiError)) return { sentence: TEXTS.unavailable, retryAfter: null };
  const said = error.body.error;
  return { sentence: typeof said === 'string' && said ? said : error.message, retryAfter: error.retryAfter };
}

/** Makes pictures ready to be sent; of several chosen one after the other the last counts. */
function usePreparing() {
  const [isPreparing, setPreparing] = useState(false);
  const turn = useRef(0);
  return {
    isPreparing,
    /** @returns the picture, a sentence on why there is none, or null when it is not wanted any more */
    prepare: async (file: File): Promise<File | string | null> => {
      const mine = ++turn.current;
      setPreparing(true);
      const ready = await readyPicture(file).catch((error: unknown) => (error as Error).message);
      if (mine !== turn.current) return null;
      setPreparing(false);
      return ready;
    },
    /** What is being prepared is not wanted any more. */
    forget: () => {
      turn.current++;
      setPreparing(false);
    },
  };
}
