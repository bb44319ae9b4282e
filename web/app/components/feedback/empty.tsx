import type { ReactNode } from 'react';

interface EmptyProps {
  title: string;
  /** `h1` when it stands for the whole page. */
  heading?: 'p' | 'h1';
  children?: ReactNode;
  action?: ReactNode;
}

/** Shown in place of an empty list or a missing page: the reason, and a link onwards. */
export function Empty({ title, heading: Heading = 'p', children, action }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <Heading className="text-xl font-bold text-balance">{title}</Heading>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
