import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

/** A part of the order, with a link to change it. */
export function OrderPart({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lg">{title}</h2>
        <Link to={to} className="text-sm text-accent underline underline-offset-4">
          Sửa<span className="sr-only"> {title.toLowerCase()}</span>
        </Link>
      </div>
      {children}
    </section>
  );
}
