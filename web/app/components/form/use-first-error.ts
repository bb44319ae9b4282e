import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the first invalid field of a form after each new set of errors.
 * @param errors the errors of the last submit; the focus moves when this becomes another object
 * @returns the ref of the form
 */
export function useFirstError(errors: object | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return form;
}
