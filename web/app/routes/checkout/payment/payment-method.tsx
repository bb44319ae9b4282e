import type { PaymentMethod } from 'contract/rules';
import type { ReactNode } from 'react';
import { paymentMethod } from '~/features/checkout/checkout';

interface PaymentMethodChoiceProps {
  value: PaymentMethod;
  chosen: PaymentMethod | undefined;
  isDisabled?: boolean;
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

/** A way to pay as a card, which is chosen wherever it is pressed: its label covers it. Links and buttons in it need `relative z-10`. */
export function PaymentMethodChoice({
  value,
  chosen,
  isDisabled = false,
  icon,
  title,
  children,
}: PaymentMethodChoiceProps) {
  return (
    <div
      className={`relative flex gap-4 rounded-lg border bg-surface p-4 transition-colors has-checked:border-accent has-checked:ring-1 has-checked:ring-accent sm:p-5 ${
        isDisabled ? 'border-line' : 'border-line-strong'
      }`}
    >
      <input
        type="radio"
        id={`method-${value}`}
        name="paymentMethod"
        value={value}
        checked={value === chosen}
        disabled={isDisabled}
        aria-describedby={`method-${value}-more`}
        onChange={() => paymentMethod.set(value)}
        className="relative z-10 mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="min-w-0 flex-1">
        <label
          htmlFor={`method-${value}`}
          className={`block font-medium after:absolute after:inset-0 ${isDisabled ? 'text-muted' : 'cursor-pointer'}`}
        >
          {title}
        </label>
        <p id={`method-${value}-more`} className="mt-1 text-sm text-muted">
          {children}
        </p>
      </div>
      <span className={isDisabled ? 'text-muted' : 'text-accent'}>{icon}</span>
    </div>
  );
}
