import { Link } from '@remix-run/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonStyle } from '~/components/form/button';

interface PagerProps {
  page: number;
  pageCount: number;
  /** The address of a page. */
  href: (page: number) => string;
}

/** Previous and next as real links, so that reload and back button work; nothing for a single page. */
export function Pager({ page, pageCount, href }: PagerProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label="Phân trang" className="flex items-center justify-center gap-4">
      <Step to={page > 1 ? href(Math.min(page - 1, pageCount)) : null} rel="prev" label="Trang trước">
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Step>
      <span className="tabular text-sm text-muted">
        Trang <strong className="text-ink">{page}</strong> / {pageCount}
      </span>
      <Step to={page < pageCount ? href(page + 1) : null} rel="next" label="Trang sau">
        <ChevronRight aria-hidden="true" className="size-5" />
      </Step>
    </nav>
  );
}

function Step({ to, rel, label, children }: { to: string | null; rel: string; label: string; children: ReactNode }) {
  const style = buttonStyle({ variant: 'outline' });
  const content = (
    <>
      {rel === 'prev' && children}
      <span className="max-sm:sr-only">{label}</span>
      {rel === 'next' && children}
    </>
  );
  if (to === null) {
    return (
      <span aria-disabled="true" className={`${style} pointer-events-none`}>
        {content}
      </span>
    );
  }
  return (
    <Link to={to} rel={rel} prefetch="intent" className={style}>
      {content}
    </Link>
  );
}
