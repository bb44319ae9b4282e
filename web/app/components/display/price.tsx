import { formatVnd } from 'contract/rules';
import type { Vnd } from 'contract/rules';

interface PriceProps {
  amount: Vnd;
  /** The higher price before a discount, struck through; ignored if it is not higher. */
  before?: Vnd | null;
  /** The lowest of several prices. */
  isFrom?: boolean;
  className?: string;
}

/** How many percent an amount is below the price before it, rounded; 0 if it is not lower. */
export const percentOff = (amount: Vnd, before: Vnd | null | undefined): number =>
  before && before > amount ? Math.round((100 * (before - amount)) / before) : 0;

/** An amount in đồng, with the old price if it is reduced. */
export function Price({ amount, before, isFrom = false, className = '' }: PriceProps) {
  const isReduced = before !== null && before !== undefined && before > amount;
  return (
    <span className={`tabular inline-flex flex-wrap items-baseline gap-x-2 ${className}`}>
      {isFrom && <span className="text-[max(0.55em,0.8125rem)]">Từ </span>}
      <span className={`font-bold whitespace-nowrap ${isReduced ? 'text-signal' : ''}`}>{formatVnd(amount)}</span>
      {isReduced && (
        <s className="text-[max(0.55em,0.8125rem)] whitespace-nowrap text-muted">
          <span className="sr-only">Giá cũ </span>
          {formatVnd(before)}
        </s>
      )}
    </span>
  );
}
