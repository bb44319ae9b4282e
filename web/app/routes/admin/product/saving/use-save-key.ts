import { useEffect, type RefObject } from 'react';
import { isDialogOpen } from '~/lib/open-dialogs';

/**
 * Submits a form by Ctrl+S (⌘S), which would otherwise save the page as a file. Not while a dialog covers the form, nor while it is
 * being saved: its submit button is disabled then.
 */
export function useSaveKey(form: RefObject<HTMLFormElement>) {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      const isSaveKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isSaveKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      const button = form.current?.querySelector<HTMLButtonElement>('button[type="submit"]:not(:disabled)');
      if (button && !isDialogOpen()) form.current?.requestSubmit(button);
    };
    document.addEventListener('keydown', save);
    return () => document.removeEventListener('keydown', save);
  }, [form]);
}
