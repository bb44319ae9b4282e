import { useRef, type ReactNode, type SyntheticEvent } from 'react';

interface MoreDisclosureProps {
  /** How many items are always shown. */
  at: number;
  /** Opens the folded part, because a selected item is in it. */
  isOpen: boolean;
  /** Classes of the containers of both parts. */
  className: string;
  children: readonly ReactNode[];
}

/** Shows the first items of a list and folds the rest. Works without scripts. */
export function MoreDisclosure({ at, isOpen, className, children }: MoreDisclosureProps) {
  /** Pressed, and not opened by the page itself. */
  const isPressed = useRef(false);
  /** The pressed button hides, and the focus goes on to what it has shown. */
  function focusMore({ currentTarget: { open, lastElementChild: more } }: SyntheticEvent<HTMLDetailsElement>) {
    if (!open || !isPressed.current) return;
    isPressed.current = false;
    const control = more?.querySelector<HTMLElement>('a[href], button:enabled, input:enabled');
    (control ?? (more as HTMLElement | null))?.focus();
  }
  if (children.length <= at) return <div className={className}>{children}</div>;
  return (
    <div>
      <div className={className}>{children.slice(0, at)}</div>
      <details open={isOpen} onToggle={focusMore} className="group/fold">
        <summary
          onClick={() => (isPressed.current = true)}
          className="flex min-h-9 w-fit list-none items-center text-sm underline underline-offset-4 pointer-coarse:min-h-11 group-open/fold:hidden [&::-webkit-details-marker]:hidden"
        >
          Xem thêm {children.length - at}
        </summary>
        {/* Focused itself while all that it shows is disabled. */}
        <div tabIndex={-1} className={`focus:outline-none ${className}`}>
          {children.slice(at)}
        </div>
      </details>
    </div>
  );
}
