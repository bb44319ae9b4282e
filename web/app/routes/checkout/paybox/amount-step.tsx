import { DEPOSIT_STEP, formatVnd, MAX_CARD_CHARGE, MIN_DEPOSIT } from 'contract/rules';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { TextField } from '~/components/form/field';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { useFirstPress } from '~/components/form/use-first-press';
import type { StepProps } from './deposit-state';

/** The first step of a deposit: the amount. */
export function AmountStep({ fetcher, state, isLocked }: StepProps<'input'> & { isLocked: boolean }) {
  const [amount, setAmount] = useState(String(state.amount));
  /** Why a part of the last input was left out. */
  const [refused, setRefused] = useState<string>();
  const field = useDigitsOnly(setAmount, setRefused);
  const isBusy = fetcher.state !== 'idle';
  const error = isBusy ? undefined : state.error;
  const form = useFirstError(error ? state : undefined);
  const isFirstPress = useFirstPress(fetcher);
  const value = Number(amount);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        setRefused(undefined);
        isFirstPress(event);
      }}
      className="grid max-w-lg gap-5"
    >
      {isLocked && (
        <Alert tone="danger">
          Ví đang tạm khóa nên chưa thể nạp thêm tiền. Số dư của bạn vẫn được giữ. Vui lòng liên hệ cửa hàng để mở khóa.
        </Alert>
      )}
      <TextField
        ref={field}
        label="Số tiền (VND)"
        name="amount"
        type="number"
        inputMode="numeric"
        min={MIN_DEPOSIT}
        max={MAX_CARD_CHARGE}
        step={DEPOSIT_STEP}
        required
        disabled={isLocked}
        value={amount}
        onChange={(event) => {
          setAmount(event.target.value);
          if (event.target.value === '') setRefused(undefined);
        }}
        error={refused ?? error}
        hint={`Từ ${formatVnd(MIN_DEPOSIT)} đến ${formatVnd(MAX_CARD_CHARGE)}`}
      />
      <QuickAmounts
        chosen={value}
        isLocked={isLocked}
        onChoose={(quick) => {
          setAmount(String(quick));
          setRefused(undefined);
        }}
      />
      <Button type="submit" name="intent" value="deposit" size="lg" isBusy={isBusy} disabled={isLocked}>
        {Number.isSafeInteger(value) && value > 0 ? `Tiếp tục · ${formatVnd(value)}` : 'Tiếp tục'}
      </Button>
    </fetcher.Form>
  );
}

const QUICK_AMOUNTS = [50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000];

interface QuickAmountsProps {
  chosen: number;
  isLocked: boolean;
  onChoose: (amount: number) => void;
}

/** Buttons of usual amounts. */
function QuickAmounts({ chosen, isLocked, onChoose }: QuickAmountsProps) {
  return (
    <div role="group" aria-label="Chọn nhanh" className="grid grid-cols-3 gap-2">
      {QUICK_AMOUNTS.map((amount) => (
        <button
          key={amount}
          type="button"
          aria-pressed={chosen === amount}
          disabled={isLocked}
          onClick={() => onChoose(amount)}
          className="tabular min-h-11 rounded-md border border-line-strong bg-surface px-2 text-sm font-medium transition-colors disabled:opacity-50 enabled:hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          {formatVnd(amount).replace(' VND', 'đ')}
        </button>
      ))}
    </div>
  );
}

/** What a bank or a table writes after an amount: `.00`, `,50 đ`. As digits it would be a hundred times the amount. */
const DECIMALS = /[.,](\d{1,2})(?!\d)\D*$/;

/** What may stand beside the digits of an amount: separators and the currency. */
const BESIDE_DIGITS = /[.,\s₫]|đ(ồng)?|vnđ|vnd/giu;

/** Why an input is not taken as it is; undefined when it is an amount. */
function refusalOf(text: string): string | undefined {
  if (/\D/.test(text.replace(BESIDE_DIGITS, ''))) return 'Số tiền chỉ gồm chữ số.';
  const cents = text.length > 1 && Number(DECIMALS.exec(text)?.[1] ?? 0) > 0;
  return cents ? 'Số tiền không có phần lẻ: phần lẻ đã được bỏ.' : undefined;
}

/**
 * Leaves out what is typed beside digits: a number field takes the thousands in `50.000` for a fraction. An amount that is
 * pasted with them replaces the one in the field.
 * @param onRefused is called with what is wrong with an input; with undefined for an amount
 * @returns the ref of the field
 */
function useDigitsOnly(onPasted: (digits: string) => void, onRefused: (why: string | undefined) => void) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const box = field.current!;
    // React has an event of this name for typed characters alone, and not in every browser.
    const filter = (event: InputEvent) => {
      if (!/\D/.test(event.data ?? '')) return;
      event.preventDefault();
      const text = event.data!;
      const why = refusalOf(text);
      if (why || text.length > 1) onRefused(why);
      // Digits around a letter, as in 1e9, are not an amount.
      if (/\p{L}\d/u.test(text.replace(BESIDE_DIGITS, ''))) return;
      const digits = text.replace(DECIMALS, '').replace(/\D/g, '');
      if (digits) onPasted(digits);
    };
    box.addEventListener('beforeinput', filter);
    return () => box.removeEventListener('beforeinput', filter);
  }, [onPasted, onRefused]);
  return field;
}
