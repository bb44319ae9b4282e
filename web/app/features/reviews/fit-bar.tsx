import type { Product } from 'contract/catalog/catalog';
import { FITS, FIT_NAMES, MIN_FIT_VOTES, type Fit } from 'contract/rules';

type Votes = Product['fit_votes'];

const COLORS: Record<Fit, string> = { tight: 'bg-warn', right: 'bg-accent', loose: 'bg-ink/40' };

const totalOf = (votes: Votes) => FITS.reduce((sum, fit) => sum + votes[fit], 0);

/** How the authors of reviews say that a product fits, as a bar with counts. A few votes say little and are not shown. */
export function FitBar({ votes }: { votes: Votes }) {
  const total = totalOf(votes);
  if (total < MIN_FIT_VOTES) return null;
  return (
    <div className="grid gap-2 text-sm">
      <p className="font-medium">Độ vừa ({total} người mua đánh giá)</p>
      <span aria-hidden="true" className="flex h-2 gap-0.5 overflow-hidden rounded-full">
        {FITS.map((fit) => (
          <span key={fit} className={COLORS[fit]} style={{ width: `${(votes[fit] / total) * 100}%` }} />
        ))}
      </span>
      <ul aria-label="Độ vừa" className="tabular flex justify-between gap-3">
        {FITS.map((fit) => (
          <li key={fit} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2 rounded-full ${COLORS[fit]}`} />
            {FIT_NAMES[fit]} {votes[fit]}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The fit that most votes name, in a few words: `75% thấy vừa`; null for too few votes. */
export function fitSummary(votes: Votes): string | null {
  const total = totalOf(votes);
  if (total < MIN_FIT_VOTES) return null;
  const most = FITS.reduce((best, fit) => (votes[fit] > votes[best] ? fit : best), 'right' as Fit);
  return `${Math.round((votes[most] / total) * 100)}% thấy ${FIT_NAMES[most].toLowerCase()}`;
}
