import { MAX_COUPON_CODE, formatVnd } from 'contract/rules';
import { TicketCheck } from 'lucide-react';
import { Button } from '~/components/form/button';
import { TextField } from '~/components/form/field';
import { useFirstError } from '~/components/form/focus/use-first-error';
import type { TypedCoupon } from './use-typed-coupon';

/** Applies and removes a coupon. A refused code stays in the field. */
export function CouponBox({ coupon }: { coupon: TypedCoupon }) {
  const { code, answer, discount, isChecking, isByHand, typed } = coupon;
  const isRefused = !isChecking && answer?.code === typed.trim() && answer.verdict !== 'valid';
  const form = useFirstError(isByHand && isRefused ? answer : undefined);
  if (coupon.isApplied && answer) {
    return (
      <Applied code={code} discount={discount} message={answer.message} autoFocus={isByHand} onRemove={coupon.remove} />
    );
  }
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        coupon.apply();
      }}
      className="flex max-w-2xl items-start gap-3"
    >
      <TextField
        label="Mã giảm giá"
        maxLength={MAX_COUPON_CODE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={isByHand}
        className="min-w-0 flex-1"
        value={typed}
        onChange={(event) => coupon.type(event.target.value)}
        error={isRefused ? answer.message : null}
      />
      {/* Offset by the height of the label. */}
      <Button
        type="submit"
        variant="outline"
        className="mt-6.5 shrink-0"
        isBusy={isChecking}
        disabled={typed.trim() === ''}
      >
        {isChecking ? 'Đang kiểm tra' : 'Áp dụng'}
      </Button>
    </form>
  );
}

interface AppliedProps {
  code: string;
  discount: number;
  message: string;
  autoFocus: boolean;
  onRemove: () => void;
}

function Applied({ code, discount, message, autoFocus, onRemove }: AppliedProps) {
  return (
    <div
      role="status"
      className="flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-accent bg-accent-soft p-4 sm:px-5"
    >
      <TicketCheck aria-hidden="true" className="size-6 shrink-0 stroke-[1.5] text-accent" />
      <p className="min-w-0 flex-1 basis-48">
        <span className="flex flex-wrap justify-between gap-x-4 font-medium">
          <span className="break-all">{code}</span>
          <span className="tabular whitespace-nowrap text-accent">−{formatVnd(discount)}</span>
        </span>
        <span className="block text-sm text-muted">{message}</span>
      </p>
      <Button variant="quiet" size="sm" className="ml-auto" autoFocus={autoFocus} onClick={onRemove}>
        Bỏ mã
      </Button>
    </div>
  );
}
