import { createStore } from './storage/create-store';

/** The topmost is the last. */
const dialogs = createStore<readonly HTMLDialogElement[]>([]);
const leavingDialogs = new WeakSet<HTMLDialogElement>();

/**
 * Opens a modal dialog above those that are open.
 * @param isLeaving it asks whether to leave the page, so a step back is an answer to it and does not close it
 * @returns a function that closes it
 */
export function openDialog(dialog: HTMLDialogElement, isLeaving = false) {
  dialog.showModal();
  if (isLeaving) leavingDialogs.add(dialog);
  dialogs.set([...dialogs.get(), dialog]);
  return () => {
    dialog.close();
    dialogs.set(dialogs.get().filter((other) => other !== dialog));
  };
}

/** True while a modal dialog covers the page. */
export const isDialogOpen = () => dialogs.get().length > 0;

/**
 * What a step back of the browser does while something covers the page: it asks the topmost dialog to close, as Escape does, or
 * closes a drawer (`Menu`).
 * @returns a function that does so; undefined when the step leaves the page
 */
export function closerForBack(): (() => void) | undefined {
  const dialog = dialogs.get().at(-1);
  if (dialog) {
    return leavingDialogs.has(dialog)
      ? undefined
      : () => void dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  }
  const drawer = document.querySelector('details[data-drawer][open]');
  return drawer ? () => drawer.removeAttribute('open') : undefined;
}

/** @returns the topmost open dialog, which covers everything outside of it and makes it inert; undefined while none is open */
export const useTopDialog = () => dialogs.use().at(-1);
