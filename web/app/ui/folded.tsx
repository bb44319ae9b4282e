import type { ReactNode } from 'react';

interface FoldedProps {
  /** How many are shown unfolded. */
  at: number;
  /** Something in the folded part must be seen, because it is chosen. */
  isOpen: boolean;
  /** Of both parts' boxes. */
  className: string;
  children: readonly ReactNode[];
}

/** The first of a list, and the rest behind a line that opens it; needs no scripts. */
export function Folded({ at, isOpen, className, children }: FoldedProps) {
  if (children.length <= at) return <div className={className}>{children}</div>;
  return (
    <div>
      <div className={className}>{children.slice(0, at)}</div>
      <details open={isOpen} className="group/fold">
        <summary className="flex min-h-9 w-fit list-none items-center text-sm underline underline-offset-4 group-open/fold:hidden [&::-webkit-details-marker]:hidden">
          Xem thêm {children.length - at}
        </summary>
        <div className={className}>{children.slice(at)}</div>
      </details>
    </div>
  );
}
