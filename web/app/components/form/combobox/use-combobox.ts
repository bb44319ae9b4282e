import { useEffect, useRef } from 'react';

/** What a list of suggestions does for its text field. */
export interface Combobox {
  isOpen: boolean;
  /** Ids of the list's element and of the active option; null for none. */
  list: string;
  active: string | null;
  /** Arrow keys: to the next option or the one before, from the last to the first. */
  move: (step: 1 | -1) => void;
  /** The cursor goes back to the text. */
  leave: () => void;
  /** Enter while the list is open: chooses the active option, or the one that Enter means. @returns false for none: the form is sent */
  choose: () => boolean;
  /** Takes the active option out of the list. @returns false when it cannot be */
  remove: () => boolean;
  close: () => void;
  /** The text has changed, or the shopper reaches for the list. */
  type: (text: string, isComposing: boolean) => void;
  reach: () => void;
}

/**
 * Makes a text field an editable combobox with a listbox, as the WAI-ARIA authoring practices describe it: the focus stays in the
 * field. Keys that compose a letter are the keyboard's. The field itself belongs to a form that works without this.
 */
export function useCombobox(input: HTMLInputElement, combobox: Combobox) {
  const newest = useRef(combobox);
  useEffect(() => {
    newest.current = combobox;
  });

  useComboboxRole(input, combobox);

  useEffect(() => {
    let isComposing = false;
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || isComposing) return;
      if (pressed(event.key, newest.current)) event.preventDefault();
    };
    const onInput = () => newest.current.type(input.value, isComposing);
    const onStart = () => (isComposing = true);
    const onEnd = () => {
      isComposing = false;
      onInput();
    };
    const onPress = () => newest.current.reach();
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      const isWithin = relatedTarget === input || (relatedTarget as Element | null)?.closest('[data-suggestions]');
      if (!isWithin) newest.current.close();
    };
    const form = input.form;
    const onSubmit = () => newest.current.close();
    input.addEventListener('keydown', onKey);
    input.addEventListener('input', onInput);
    input.addEventListener('compositionstart', onStart);
    input.addEventListener('compositionend', onEnd);
    input.addEventListener('focus', onPress);
    input.addEventListener('click', onPress);
    form?.addEventListener('focusout', onBlur);
    form?.addEventListener('submit', onSubmit);
    return () => {
      input.removeEventListener('keydown', onKey);
      input.removeEventListener('input', onInput);
      input.removeEventListener('compositionstart', onStart);
      input.removeEventListener('compositionend', onEnd);
      input.removeEventListener('focus', onPress);
      input.removeEventListener('click', onPress);
      form?.removeEventListener('focusout', onBlur);
      form?.removeEventListener('submit', onSubmit);
    };
  }, [input]);
}

/** Tells screen readers what the field is now, and which option is active. */
function useComboboxRole(input: HTMLInputElement, { isOpen, list, active }: Combobox) {
  useEffect(() => {
    setAttributes(input, {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isOpen),
      'aria-controls': isOpen ? list : null,
      'aria-activedescendant': isOpen ? active : null,
    });
    if (isOpen && active) document.getElementById(active)?.scrollIntoView?.({ block: 'nearest' });
  }, [input, isOpen, list, active]);
  useEffect(
    () => () =>
      setAttributes(input, {
        role: null,
        'aria-autocomplete': null,
        'aria-expanded': null,
        'aria-controls': null,
        'aria-activedescendant': null,
      }),
    [input],
  );
}

/** @returns whether the key has done something, and the browser shall not */
function pressed(key: string, combobox: Combobox): boolean {
  const isOnOption = combobox.isOpen && combobox.active !== null;
  switch (key) {
    case 'ArrowDown':
      combobox.move(1);
      return true;
    case 'ArrowUp':
      combobox.move(-1);
      return true;
    case 'Enter':
      return combobox.isOpen && combobox.choose();
    case 'Delete':
      return isOnOption && combobox.remove();
    case 'Escape': {
      const { isOpen } = combobox;
      combobox.close();
      return isOpen;
    }
    case 'Home':
    case 'End':
    case 'ArrowLeft':
    case 'ArrowRight':
      combobox.leave();
      return false;
    default:
      return false;
  }
}

function setAttributes(element: Element, attributes: Record<string, string | null>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}
