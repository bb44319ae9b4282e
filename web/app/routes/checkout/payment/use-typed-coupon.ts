import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useFirstPress } from '~/components/form/use-first-press';
import { couponCode } from '~/features/checkout/checkout';
import type { CouponState } from '~/features/checkout/use-coupon';

/** The field for a coupon's code. */
export interface TypedCoupon extends CouponState {
  typed: string;
  type: (text: string) => void;
  /** Whether the code counts for the order: then it is shown in place of the field. */
  isApplied: boolean;
  /** Whether the shopper has acted on it: the focus follows such an action, not the automatic check when the page opens. */
  isByHand: boolean;
  apply: () => void;
}

/**
 * The coupon that is typed on the payment page. A typed code is checked before the shopper goes on, who else would pay the full
 * price: accepted, it is applied and the form sent; refused, the page stays.
 * @returns the field, the ref of the page's form, and the handler of its submissions
 */
export function useTypedCoupon(coupon: CouponState) {
  const { code, answer, isChecking, isIdle, check, remove } = coupon;
  const [typed, setTyped] = useState(couponCode.get());
  const [isByHand, setIsByHand] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  /** The code whose check the form waits for, and the answer to an earlier one. */
  const waiting = useRef<{ code: string; before: typeof answer } | null>(null);
  const isFirstPress = useFirstPress({ state: isIdle ? 'idle' : 'checking', data: answer });
  const isApplied = code !== '' && !isChecking && answer?.verdict === 'valid';
  const wanted = typed.trim();

  useEffect(() => {
    const { current } = waiting;
    if (!isIdle || current === null || answer === current.before) return;
    waiting.current = null;
    if (isApplied && code === current.code) form.current?.requestSubmit();
  }, [isIdle, answer, isApplied, code]);

  function apply() {
    if (wanted === '' || isChecking || !isFirstPress()) return;
    setIsByHand(true);
    check(wanted);
  }

  const field: TypedCoupon = {
    ...coupon,
    typed,
    type: (text) => {
      waiting.current = null;
      setTyped(text);
    },
    isApplied,
    isByHand,
    apply,
    remove: () => {
      remove();
      setTyped('');
      setIsByHand(true);
    },
  };

  /** Holds a submission back while a typed code is not applied. @returns whether it may go on */
  function beforeGoingOn(event: FormEvent): boolean {
    if (isApplied || wanted === '' || wanted === code) {
      waiting.current = null;
      return true;
    }
    event.preventDefault();
    waiting.current ??= { code: wanted, before: answer };
    apply();
    return false;
  }

  return { field, form, beforeGoingOn };
}
