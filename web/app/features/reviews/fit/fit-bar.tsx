import { FITS, FIT_NAMES, MIN_FIT_VOTES, type Fit } from 'contract/rules';
import { countVotes, type FitVotes } from './fit-votes';

const COLORS: Record<Fit, string> = { tight: 'bg-warn', right: 'bg-accent', loose: 'bg-ink/40' };

/** How the authors of reviews say that a product fits, as a bar with counts. A few votes say little and are not shown. */
export function FitBar({ votes }: { votes: FitVotes }) {
  const total = countVotes(votes);
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
