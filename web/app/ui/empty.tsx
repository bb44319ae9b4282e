import type { ReactNode } from 'react';

interface EmptyProps {
  title: string;
  /** `h1` when it stands for the whole page. */
  heading?: 'p' | 'h1';
  children?: ReactNode;
  action?: ReactNode;
}

/** What stands where a list or a page would: why there is nothing, and a way out. */
export function Empty({ title, heading: Heading = 'p', children, action }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <Heading className="text-xl font-bold text-balance">{title}</Heading>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
