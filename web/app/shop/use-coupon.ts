import { useFetcher } from '@remix-run/react';
import { TEXTS, type Vnd } from 'contract/rules';
import { useCallback, useEffect } from 'react';
import { failedWith, isRefusal, sentenceOf } from '~/api/client';
import { checkCoupon } from '~/api/coupons';
import { endSession } from '~/routing/guards';
import { couponCode } from '~/state/checkout';
import { textOf } from '~/ui/form-text';

/** What a check found. `unknown` is one without an answer: the code is kept, and takes nothing off until it has one. */
interface CouponAnswer {
  code: string;
  /** Items, shipping and tax of the order it was checked for. */
  sum: Vnd;
  verdict: 'valid' | 'invalid' | 'unknown';
  discount: Vnd;
  /** What to tell the shopper. */
  message: string;
}

/** The name under which a page's action is asked to check a coupon. */
export const COUPON_INTENT = 'coupon';

/**
 * Checks a coupon for the action of a page that uses `useCoupon`, and remembers the code as long as it holds.
 * @param form its `code` and `sum`
 */
export async function answerCoupon(request: Request, form: FormData): Promise<CouponAnswer | Response> {
  const asked = { code: textOf(form, 'code').trim(), sum: Number(textOf(form, 'sum')) };
  try {
    const { message, discount_amount } = await checkCoupon(asked.code, asked.sum);
    couponCode.set(asked.code);
    return { ...asked, verdict: 'valid', discount: discount_amount, message };
  } catch (error) {
    if (failedWith(error, 401, 403)) return endSession(request);
    if (!isRefusal(error)) return { ...asked, verdict: 'unknown', discount: 0, message: sentenceOf(error) };
    couponCode.set('');
    return { ...asked, verdict: 'invalid', discount: 0, message: sentenceOf(error, TEXTS.invalidCoupon) };
  }
}

export interface CouponState {
  /** The code that is remembered for the order, or an empty text. */
  code: string;
  isChecking: boolean;
  /** What the last check found, also for a code that was not remembered because of it. */
  answer: CouponAnswer | null;
  /** What it takes off this order now; 0 until the server has said so. */
  discount: Vnd;
  check: (code: string) => void;
  remove: () => void;
}

/**
 * The coupon of the order to come. A remembered code is checked when a page opens, and anew whenever the order changes.
 * @param sum items, shipping and tax of the order
 */
export function useCoupon(sum: Vnd): CouponState {
  const code = couponCode.use();
  const { data, state, submit } = useFetcher<CouponAnswer>();
  const check = useCallback(
    (wanted: string) => void submit({ intent: COUPON_INTENT, code: wanted, sum }, { method: 'post' }),
    [submit, sum],
  );
  const isAnswered = code === '' || (data?.code === code && data.sum === sum);
  useEffect(() => {
    if (!isAnswered && state === 'idle') check(code);
  }, [isAnswered, state, check, code]);
  return {
    code,
    isChecking: state === 'submitting' || !isAnswered,
    answer: data ?? null,
    discount: code !== '' && isAnswered ? (data?.discount ?? 0) : 0,
    check,
    remove: () => couponCode.set(''),
  };
}
