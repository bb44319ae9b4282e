import type { ReactNode } from 'react';

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
  if (children.length <= at) return <div className={className}>{children}</div>;
  return (
    <div>
      <div className={className}>{children.slice(0, at)}</div>
      <details open={isOpen} className="group/fold">
        <summary className="flex min-h-9 w-fit list-none items-center text-sm underline underline-offset-4 pointer-coarse:min-h-11 group-open/fold:hidden [&::-webkit-details-marker]:hidden">
          Xem thêm {children.length - at}
        </summary>
        <div className={className}>{children.slice(at)}</div>
      </details>
    </div>
  );
}
