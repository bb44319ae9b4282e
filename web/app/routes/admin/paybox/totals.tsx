import type { ReactNode } from 'react';
import { Skeleton } from '~/components/feedback/skeleton';

interface TotalsProps {
  /** Label of the totals. */
  label: string;
  /** Labels with values; placeholders without values. */
  sums: readonly (readonly [label: string, value: ReactNode])[];
  isLoading: boolean;
}

/** The totals of a list over all pages. */
export function Totals({ label, sums, isLoading }: TotalsProps) {
  return (
    <dl
      aria-label={label}
      aria-busy={isLoading}
      className="grid grid-cols-1 gap-x-8 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 sm:flex sm:flex-wrap"
    >
      {sums.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-2 sm:grid sm:gap-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-medium tabular">{isLoading ? <Skeleton className="h-6 w-28" /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
