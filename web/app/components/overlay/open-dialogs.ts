import { useSyncExternalStore } from 'react';

/** The topmost is the last. */
let dialogs: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]) {
  dialogs = next;
  for (const listener of listeners) listener();
}

/**
 * Opens a modal dialog above those that are open.
 * @returns a function that closes it
 */
export function openDialog(dialog: HTMLDialogElement) {
  dialog.showModal();
  change([...dialogs, dialog]);
  return () => {
    dialog.close();
    change(dialogs.filter((other) => other !== dialog));
  };
}

/** True while a modal dialog covers the page. */
export const isDialogOpen = () => dialogs.length > 0;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns the topmost open dialog, which covers everything outside of it and makes it inert; undefined while none is open */
export const useTopDialog = () =>
  useSyncExternalStore(
    subscribe,
    () => dialogs.at(-1),
    () => undefined,
  );
