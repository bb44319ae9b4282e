import { Link } from '@remix-run/react';
import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  lead?: string;
  /** The address of the full list, and the label of the link. */
  more?: { to: string; label: string };
  /** Full-width classes: a background, the space above and below. */
  className?: string;
  children: ReactNode;
}

/** A section of a page with its heading. */
export function Section({ title, lead, more, className = 'py-10 lg:py-16', children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <div className="page">
        <div className="mb-6 grid grid-cols-[1fr_auto] items-baseline gap-x-4 lg:mb-10">
          <h2 id={id} className="text-2xl lg:text-3xl">
            {title}
          </h2>
          {more && <MoreLink to={more.to}>{more.label}</MoreLink>}
          {lead && <p className="col-span-2 text-muted">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}

/** The link from a section to its full list. */
export function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      prefetch="intent"
      className="group/more inline-flex min-h-11 w-fit items-center gap-1.5 font-medium underline-offset-8 hover:underline"
    >
      {children}
      <ArrowRight aria-hidden="true" className="size-4 transition-transform group-hover/more:translate-x-1" />
    </Link>
  );
}
