import { TEXTS } from 'contract/rules';
import type { Chip } from 'contract/catalog/chips';
import { saveSearch } from './ai-search-memory';
import {
  EMPTY,
  isEmptySearch,
  isSameSearch,
  searchInputOf,
  withoutChip,
  type SearchForm,
  type SearchInput,
} from './ai-search-query';
import { useSavedSearch } from './use-saved-search';
import { useSearchForm } from './use-search-form';
import { useSearchRun } from './use-search-run';

/**
 * The AI search's form, results and actions. It begins empty, or with the search that is saved for this page.
 * @param onClose closes the dialog
 * @param text the description to begin with, instead of the saved search
 */
export function useAiSearch(onClose: () => void, text?: string) {
  const { saved, save } = useSavedSearch(onClose, text === undefined);
  const { form, setForm, problem, setProblem, reset, ...fields } = useSearchForm(
    saved?.form ?? { ...EMPTY, text: text ?? '' },
  );
  const { result, run, stop } = useSearchRun(saved?.found ?? null, () => setProblem(null));

  /** Applies changes to the form and submits it. */
  function submit(changed: Partial<SearchForm> = {}) {
    const next = { ...form, ...changed };
    setForm(next);
    const input = searchInputOf(next);
    if (!isEmptySearch(input)) return run(input);
    setProblem({ of: next.tab === 'image' ? 'picture' : 'text', sentence: TEXTS.nothingAsked });
  }

  /** Updates the form and searches again after a chip was removed or restored. */
  function amend(next: SearchInput) {
    setForm({ ...form, tab: next.tab, ignore: next.ignore, ...(next.tab !== 'image' && { text: next.text }) });
    if (isEmptySearch(next)) stop();
    else run(next);
  }

  return {
    ...fields,
    form,
    problem,
    result,
    /** The product from which the shopper came back to a restored search; else null. */
    returnedFrom: saved?.product ?? null,
    submit,
    run,
    amend,
    /** Whether the form still holds what this search asked, so that a chip of it can be removed. */
    holds: (input: SearchInput) =>
      isSameSearch({ ...searchInputOf({ ...form, tab: input.tab }), ignore: input.ignore }, input),
    removeChip: (input: SearchInput, chip: Chip) => {
      const next = withoutChip(input, chip);
      if (next) amend(next);
    },
    clear: () => {
      stop();
      saveSearch(null);
      reset();
    },
    /** Discards the search and closes the dialog. */
    close: () => {
      saveSearch(null);
      onClose();
    },
    /** Saves the search and closes the dialog. @param product that is opened */
    leave: (product: number) => {
      save(product, form, result.status === 'found' ? result.found : null);
      onClose();
    },
  };
}

export type AiSearch = ReturnType<typeof useAiSearch>;
