import { useLocation } from '@remix-run/react';
import { useId, useMemo, useState } from 'react';
import { useCombobox } from '~/components/form/combobox/use-combobox';
import { forgetSearch, recentSearches } from '~/lib/storage/recent-searches';
import { groupSuggestions, type Option } from './suggestion-groups';
import { useSuggestions, type BoxText } from './use-suggestions';

/** The list of a search box: recent searches while the box is empty, then suggestions. The box becomes its combobox. */
export function useSuggestionList(input: HTMLInputElement) {
  const [box, setBox] = useState<BoxText>({ text: input.value, isComposing: false });
  const isEmpty = box.text.trim() === '';
  const { isWanted, want, unwant } = useIsWanted(input);
  const { suggestions, isNothing } = useSuggestions(box, isWanted);
  const recent = recentSearches.use();
  const groups = useMemo(
    () => groupSuggestions(suggestions, { isEmpty, isNothing }, recent),
    [suggestions, isEmpty, isNothing, recent],
  );
  const options = groups.flatMap((group) => group.options);
  const { current, step, leave, forget } = useActiveOption(options);
  const isOpen = isWanted && options.length > 0;
  const id = useId();
  const optionId = (place: number) => `${id}-${place}`;

  function close() {
    unwant();
    leave();
  }

  useCombobox(input, {
    isOpen,
    list: id,
    active: current < 0 ? null : optionId(current),
    move: (by) => (isOpen ? step(by) : want()),
    leave,
    choose: () => {
      document.getElementById(optionId(current))?.click();
      return current >= 0;
    },
    remove: forget,
    close,
    type: (text, isComposing) => {
      setBox({ text, isComposing });
      leave();
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

/** The option that the arrow keys have reached; none while the cursor is in the text. */
function useActiveOption(options: readonly Option[]) {
  /** Its address. */
  const [active, setActive] = useState<string | null>(null);
  const current = options.findIndex(({ to }) => to === active);
  return {
    /** Its index; -1 for none. */
    current,
    step: (by: 1 | -1) => {
      const next = current < 0 && by < 0 ? options.length - 1 : current + by;
      setActive(options[(next + options.length) % options.length]?.to ?? null);
    },
    leave: () => setActive(null),
    /** Takes a recent search out of the list. @returns false when it is none */
    forget: () => {
      const option = options[current];
      if (option?.kind !== 'recent') return false;
      forgetSearch(option.text);
      return true;
    },
  };
}

/** Whether the shopper wants to see the list, on this page: each other page begins without it. */
function useIsWanted(input: HTMLInputElement) {
  const { key } = useLocation();
  // The script may come after the first letters are typed. Do not open for a keyword that the page itself put into the box.
  const [wantedAt, setWantedAt] = useState(
    document.activeElement === input && (input.value.trim() === '' || input.value !== input.defaultValue) ? key : null,
  );
  return { isWanted: wantedAt === key, want: () => setWantedAt(key), unwant: () => setWantedAt(null) };
}
