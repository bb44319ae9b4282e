import type { ReactNode } from 'react';
import { useListAddress } from '~/components/admin/list/list-url';
import type { Loaded } from '~/components/admin/run-action';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';

interface TotalsProps<T> {
  /** Undefined while they load. */
  totals: Loaded<T> | undefined;
  label: string;
  names: readonly string[];
  /** Values in the order of their names. */
  valuesOf: (totals: T) => readonly ReactNode[];
}

/** The totals of a list over all pages, with placeholders while they load. */
export function Totals<T>({ totals, label, names, valuesOf }: TotalsProps<T>) {
  const { isTurning } = useListAddress();
  if (totals?.error) return <RetryAlert>{totals.error}</RetryAlert>;
  const isLoading = !totals || isTurning;
  const values = totals?.data ? valuesOf(totals.data) : [];
  return (
    <dl
      aria-label={label}
      aria-busy={isLoading}
      className="grid grid-cols-1 gap-x-8 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 sm:flex sm:flex-wrap"
    >
      {names.map((name, index) => (
        <div key={name} className="flex items-baseline justify-between gap-2 sm:grid sm:gap-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-medium tabular">{isLoading ? <Skeleton className="h-6 w-28" /> : values[index]}</dd>
        </div>
      ))}
    </dl>
  );
}
