import { useEffect, useRef } from 'react';

/**
 * After each new set of errors moves the focus to the first wrong field of a form.
 * @param errors what the last submit gave; the focus moves when this changes to another object
 * @returns the ref of the form
 */
export function useFirstError(errors: object | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return form;
}
