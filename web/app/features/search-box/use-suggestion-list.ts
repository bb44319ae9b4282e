import { useLocation } from '@remix-run/react';
import { useId, useMemo, useState } from 'react';
import { useCombobox } from '~/components/form/combobox/use-combobox';
import { forgetSearch, recentSearches } from '~/lib/storage/recent-searches';
import { groupSuggestions } from './suggestion-groups';
import { useSuggestions, type BoxText } from './use-suggestions';

/** The list of a search box: recent searches while the box is empty, then suggestions. The box becomes its combobox. */
export function useSuggestionList(input: HTMLInputElement) {
  const [box, setBox] = useState<BoxText>({ text: input.value, isComposing: false });
  const isEmpty = box.text.trim() === '';
  const { isWanted, want, unwant } = useIsWanted(input);
  /** The address of the active option; null when the cursor is in the text. */
  const [active, setActive] = useState<string | null>(null);
  const { suggestions, isNothing } = useSuggestions(box, isWanted);
  const recent = recentSearches.use();
  const groups = useMemo(
    () => groupSuggestions(suggestions, { isEmpty, isNothing }, recent),
    [suggestions, isEmpty, isNothing, recent],
  );
  const options = groups.flatMap((group) => group.options);
  const isOpen = isWanted && options.length > 0;
  const id = useId();
  const optionId = (place: number) => `${id}-${place}`;
  const current = options.findIndex(({ to }) => to === active);

  function close() {
    unwant();
    setActive(null);
  }

  useCombobox(input, {
    isOpen,
    list: id,
    active: current < 0 ? null : optionId(current),
    move: (step) => {
      if (!isOpen) return want();
      const next = current < 0 && step < 0 ? options.length - 1 : current + step;
      setActive(options[(next + options.length) % options.length]?.to ?? null);
    },
    leave: () => setActive(null),
    choose: () => {
      document.getElementById(optionId(current))?.click();
      return current >= 0;
    },
    remove: () => {
      const option = options[current];
      if (option?.kind !== 'recent') return false;
      forgetSearch(option.text);
      return true;
    },
    close,
    type: (text, isComposing) => {
      setBox({ text, isComposing });
      setActive(null);
      want();
    },
    // Do not open for a keyword that stands in the box already.
    reach: () => input.value.trim() === '' && want(),
  });

  return {
    id,
    optionId,
    groups,
    text: box.text,
    isEmpty,
    isOpen,
    /** Whether the shopper waits for suggestions, and there are none. */
    isFruitless: isWanted && !isEmpty && isNothing,
    current,
    close,
  };
}

export type SuggestionList = ReturnType<typeof useSuggestionList>;

/** Whether the shopper wants to see the list, on this page: each other page begins without it. */
function useIsWanted(input: HTMLInputElement) {
  const { key } = useLocation();
  // The script may come after the first letters are typed. Do not open for a keyword that the page itself put into the box.
  const [wantedAt, setWantedAt] = useState(
    document.activeElement === input && (input.value.trim() === '' || input.value !== input.defaultValue) ? key : null,
  );
  return { isWanted: wantedAt === key, want: () => setWantedAt(key), unwant: () => setWantedAt(null) };
}
