import { Link } from '@remix-run/react';
import type { Chip } from 'contract/catalog/chips';
import { X } from 'lucide-react';
import { textWithout } from '~/lib/text-without';
import { searchHref, type SearchQuery } from './search-query';

interface KeywordChipsProps {
  search: SearchQuery;
  understood: readonly Chip[];
  /** The keyword as it was taken for; null where that is what was typed. */
  correction: string | null;
}

/** What the search made of a keyword: another spelling, and each understood part as a chip that a click takes out of it. */
export function KeywordChips({ search, understood, correction }: KeywordChipsProps) {
  const parts = understood.flatMap(({ label, start, end }) =>
    start === undefined || end === undefined
      ? []
      : [{ label, start, keyword: textWithout(search.keyword, start, end) }],
  );
  if (parts.length === 0 && correction === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {correction !== null && (
        <p>
          Ý bạn là{' '}
          <Link to={searchHref(search, { keyword: correction })} className="font-semibold underline underline-offset-4">
            {correction}
          </Link>
          ?
        </p>
      )}
      {parts.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span id="keyword-understood" className="text-muted">
            Đang tìm:
          </span>
          <ul aria-labelledby="keyword-understood" className="contents">
            {parts.map(({ label, start, keyword }) => (
              <li key={`${label} ${start}`}>
                <Link
                  to={searchHref(search, { keyword })}
                  aria-label={`Bỏ ${label} khỏi từ khóa`}
                  className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line-strong bg-surface pr-2 pl-3 transition-colors hover:border-ink pointer-coarse:min-h-11"
                >
                  {label}
                  <X aria-hidden="true" className="size-4" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
