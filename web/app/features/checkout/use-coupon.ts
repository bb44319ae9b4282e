import { useFetcher } from '@remix-run/react';
import { TEXTS, type Vnd } from 'contract/rules';
import { useCallback, useEffect } from 'react';
import { failedWith, isRefusal, sentenceOf } from '~/api/http/client';
import { checkCoupon } from '~/api/money/coupons';
import { endSession } from '~/routing/guards';
import { couponCode } from './checkout';
import { textOf } from '~/components/form/form-text';

/** The result of a check. `unknown` means that the check failed: the code stays stored without a discount until it succeeds. */
interface CouponAnswer {
  code: string;
  /** Items, shipping and tax of the order that the check was for. */
  sum: Vnd;
  verdict: 'valid' | 'invalid' | 'unknown';
  discount: Vnd;
  /** The message for the shopper. */
  message: string;
}

/** The intent with which a page's action checks a coupon. */
export const COUPON_INTENT = 'coupon';

/**
 * Checks a coupon in the action of a page that uses `useCoupon`. Stores the code while it is valid.
 * @param form its `code` and `sum`
 */
export async function answerCoupon(request: Request, form: FormData): Promise<CouponAnswer | Response> {
  const attempt = { code: textOf(form, 'code').trim(), sum: Number(textOf(form, 'sum')) };
  const before = couponCode.get();
  // A late answer says nothing about a code that was chosen, removed or used up by an order meanwhile.
  const store = (code: string) => {
    if (!request.signal.aborted && couponCode.get() === before) couponCode.set(code);
  };
  try {
    const { message, discount_amount } = await checkCoupon(attempt.code, attempt.sum);
    store(attempt.code);
    return { ...attempt, verdict: 'valid', discount: discount_amount, message };
  } catch (error) {
    if (failedWith(error, 401, 403)) return endSession(request);
    if (!isRefusal(error)) return { ...attempt, verdict: 'unknown', discount: 0, message: sentenceOf(error) };
    store('');
    return { ...attempt, verdict: 'invalid', discount: 0, message: sentenceOf(error, TEXTS.invalidCoupon) };
  }
}

export interface CouponState {
  /** The stored code of the order, or an empty text. */
  code: string;
  isChecking: boolean;
  /** No check is under way, nor what follows its answer. */
  isIdle: boolean;
  /** The result of the last check, also for a code that was refused and not stored. */
  answer: CouponAnswer | null;
  /** The discount on this order; 0 until the server confirms it. */
  discount: Vnd;
  check: (code: string) => void;
  remove: () => void;
}

/**
 * The coupon of the next order. A stored code is checked when a page opens, and again whenever the order changes.
 * @param sum items, shipping and tax of the order
 */
export function useCoupon(sum: Vnd): CouponState {
  const code = couponCode.use();
  const { data, state, submit } = useFetcher<CouponAnswer>();
  const check = useCallback(
    (newCode: string) => void submit({ intent: COUPON_INTENT, code: newCode, sum }, { method: 'post' }),
    [submit, sum],
  );
  const isAnswered = code === '' || (data?.code === code && data.sum === sum);
  useEffect(() => {
    if (!isAnswered && state === 'idle') check(code);
  }, [isAnswered, state, check, code]);
  return {
    code,
    isChecking: state === 'submitting' || !isAnswered,
    isIdle: state === 'idle',
    answer: data ?? null,
    discount: code !== '' && isAnswered ? (data?.discount ?? 0) : 0,
    check,
    remove: () => couponCode.set(''),
  };
}
