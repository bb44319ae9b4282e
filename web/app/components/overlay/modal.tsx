import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { PointerEvent, MouseEvent, ReactNode } from 'react';
import { Button } from '~/components/form/button';
import { openDialog } from '~/lib/open-dialogs';

interface ModalProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons. They stay visible at the bottom, below the scrolling content. */
  footer?: ReactNode;
  /**
   * `dialog` is centred; `wide` too, but full screen on phones; `sheet` too, but slides up from the bottom edge of a phone; `side`
   * comes from the right edge.
   */
  shape?: 'dialog' | 'wide' | 'sheet' | 'side';
  /** Asks before it closes with unsaved input, by Escape, its cross or a click outside. */
  guardsInput?: boolean;
  /** Unsaved changes that no input event tells of, such as a pasted table or a removed row; for `guardsInput`. */
  isDirty?: boolean;
  /** Stays open until what was sent is answered: a failure or a new secret would have no place to show. */
  isBusy?: boolean;
  /** Asks whether to leave the page: the browser's Back does not close it, because its steps are what it asks about. */
  isLeaving?: boolean;
  /** The width on wide screens, as a class. */
  width?: string;
}

/** Focuses an element when it appears. */
const focusOn = (element: HTMLElement | null) => element?.focus();

const SHAPES = {
  dialog: 'm-auto w-[calc(100%-2rem)] rounded-lg max-h-[calc(100dvh-2rem)]',
  wide: 'm-auto w-[calc(100%-2rem)] rounded-lg max-h-[calc(100dvh-2rem)] max-md:m-0 max-md:h-dvh max-md:max-h-dvh max-md:w-full max-md:max-w-full max-md:rounded-none max-md:animate-sheet',
  sheet: 'mt-auto w-full rounded-t-xl max-h-[88dvh] max-md:max-w-full max-md:animate-sheet md:m-auto md:rounded-lg',
  side: 'ml-auto h-dvh max-h-dvh w-full animate-side',
} as const;

const FOOTER = 'flex flex-wrap items-center justify-end gap-2 border-t border-line p-4';

/** Shapes whose content fills the height of the dialog. */
const FILLED: Partial<Record<keyof typeof SHAPES, string>> = { side: 'h-full', wide: 'max-md:h-full' };

/**
 * A native modal dialog: the browser traps the focus, closes it on Escape, covers the page and restores the focus. The browser's
 * Back closes it too (`hash-history.ts`). Mount it to open it, unmount it in `onClose`.
 */
export function Modal({
  title,
  onClose,
  children,
  footer,
  shape = 'dialog',
  guardsInput = false,
  isDirty = false,
  isBusy = false,
  isLeaving = false,
  width = 'max-w-lg',
}: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const isTyped = useRef(false);
  const [isAsking, setIsAsking] = useState(false);
  function close() {
    if (isBusy) return;
    if (guardsInput && (isDirty || isTyped.current)) setIsAsking(true);
    else onClose();
  }
  const titleId = useId();
  const backdrop = useBackdropPress(close);
  // A layout effect: the dialog must close before it is unmounted, or the browser does not restore the focus.
  useLayoutEffect(() => (ref.current ? openDialog(ref.current, isLeaving) : undefined), [isLeaving]);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file input inside bubbles this event when its chooser is cancelled.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        // The browser closes a dialog at the second Escape in a row, whatever its page wants.
        if (event.cancelable) close();
        else if (!isBusy) onClose();
      }}
      onClose={({ currentTarget }) => {
        if (isBusy && !currentTarget.open) currentTarget.showModal();
      }}
      onInput={() => {
        isTyped.current = true;
      }}
      {...backdrop}
      // A dialog may stand in a table's cell, whose text is set otherwise.
      className={`bg-surface text-left whitespace-normal text-ink shadow-sheet backdrop:bg-veil ${SHAPES[shape]} ${width}`}
    >
      <div className={`flex max-h-[inherit] flex-col ${FILLED[shape] ?? ''}`}>
        <Heading id={titleId} onClose={close} isBusy={isBusy}>
          {title}
        </Heading>
        <div className="flex-1 overflow-y-auto overscroll-contain scroll-smooth p-4">{children}</div>
        {isAsking && !isBusy ? (
          <UnsavedInput onDiscard={onClose} onKeep={() => setIsAsking(false)} />
        ) : (
          footer && <div className={FOOTER}>{footer}</div>
        )}
      </div>
    </dialog>
  );
}

/**
 * Hears of a press outside the dialog. Everything inside is covered by children: what reaches the dialog itself is its backdrop. Text
 * that is selected with the mouse beyond the edge ends there too, so the press must have begun there.
 */
function useBackdropPress(onPress: () => void) {
  const isPressed = useRef(false);
  return {
    onPointerDown: (event: PointerEvent) => {
      isPressed.current = event.target === event.currentTarget;
    },
    onClick: (event: MouseEvent) => {
      if (isPressed.current && event.target === event.currentTarget) onPress();
    },
  };
}

/** The dialog's title and its cross. */
function Heading({ id, onClose, isBusy, children }: HeadingProps) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-4">
      <h2 id={id} className="min-w-0 text-lg [overflow-wrap:anywhere]">
        {children}
      </h2>
      <button
        type="button"
        onClick={onClose}
        disabled={isBusy}
        aria-label="Đóng"
        className="grid size-11 place-content-center disabled:opacity-50"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}

interface HeadingProps {
  id: string;
  onClose: () => void;
  isBusy: boolean;
  children: ReactNode;
}

/** Asks before unsaved input is lost. */
function UnsavedInput({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  return (
    <div role="alert" className="grid gap-3 border-t border-line bg-sand p-4">
      <p className="font-medium">Đóng và bỏ những gì đã nhập?</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onDiscard}>
          Đóng, bỏ thay đổi
        </Button>
        <Button ref={focusOn} onClick={onKeep}>
          Tiếp tục nhập
        </Button>
      </div>
    </div>
  );
}
