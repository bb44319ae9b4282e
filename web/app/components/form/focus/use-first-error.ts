import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the first invalid field of a form after each new set of errors.
 * @param errors the errors of the last submit; the focus moves when this becomes another object
 * @returns the ref of the form
 */
export function useFirstError(errors: object | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = errors && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    // The field may have the focus already, and its error be covered.
    field?.scrollIntoView?.({ block: 'nearest' });
  }, [errors]);
  return form;
}
