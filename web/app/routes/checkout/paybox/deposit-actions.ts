import { replace } from '@remix-run/react';
import { MAX_CARD_CHARGE, MIN_DEPOSIT, TEXTS, type Vnd } from 'contract/rules';
import { isRefusal, sentenceOf } from '~/api/http/client';
import { confirmDeposit, deposit } from '~/api/money/paybox';
import { toast } from '~/components/feedback/toast';
import { textOf } from '~/components/form/form-text';
import type { DepositState } from './deposit-state';

const NOT_CONFIRMED = 'Có lỗi xảy ra khi xác nhận giao dịch. Vui lòng liên hệ hỗ trợ.';
/** The failure after a redirect from another site, where no card form is shown that the message could belong to. */
const NOT_CREDITED = `Không thể xác nhận nạp tiền: ${NOT_CONFIRMED}`;
const DEPOSITED = 'Nạp tiền thành công!';

/**
 * Completes a deposit by a card method that redirected to another site and returns with its charge in the URL.
 * @returns whether the confirmation got no answer: then the address stays, and loading it again confirms again
 * @throws a redirect, to the order that the deposit is to pay if there is one
 */
export async function finishReturn(params: URLSearchParams): Promise<boolean> {
  const intent = params.get('payment_intent');
  if (!intent) return false;
  const order = Number(params.get('order'));
  if (params.get('redirect_status') !== 'succeeded') {
    toast('Có lỗi xảy ra trong quá trình thanh toán.', { tone: 'danger' });
    throw replace(tabWithout(params, 'deposit'));
  }
  try {
    await confirmDeposit(intent);
  } catch (error) {
    if (!isRefusal(error)) return true;
    toast(NOT_CREDITED, { tone: 'danger' });
    throw replace('/paybox?tab=history');
  }
  toast(DEPOSITED);
  throw replace(order ? `/orders/${order}` : '/paybox?tab=history');
}

/** The address of a tab, for the deposit that the page is open for, but without its payment. */
function tabWithout(params: URLSearchParams, tab: string) {
  const kept = new URLSearchParams({ tab });
  for (const name of ['amount', 'order']) {
    const value = params.get(name);
    if (value) kept.set(name, value);
  }
  return `/paybox?${kept}`;
}

/** Runs the intent of a deposit form (`deposit`, `confirm`, `finish` or reset). @returns the next state */
export async function nextDepositState(form: FormData): Promise<DepositState> {
  const amount = Number(textOf(form, 'amount'));
  switch (textOf(form, 'intent')) {
    case 'deposit':
      return begin(amount);
    case 'confirm':
      return confirm(amount, textOf(form, 'clientSecret'), textOf(form, 'paymentIntentId'));
    case 'finish':
      return { step: 'success', amount, balance: Number(textOf(form, 'balance')) };
    default:
      return { step: 'input', amount };
  }
}

async function begin(amount: Vnd): Promise<DepositState> {
  if (!Number.isSafeInteger(amount) || amount < MIN_DEPOSIT) return { step: 'input', amount, error: TEXTS.minDeposit };
  if (amount > MAX_CARD_CHARGE) return { step: 'input', amount, error: 'Số tiền nạp tối đa là 99.999.999 VND' };
  try {
    const { clientSecret, paymentIntentId } = await deposit(amount);
    if (!clientSecret) return { step: 'input', amount, error: 'Không nhận được client secret từ server' };
    return { step: 'payment', amount, clientSecret, paymentIntentId };
  } catch (error) {
    return { step: 'input', amount, error: sentenceOf(error, 'Không thể tạo yêu cầu nạp tiền. Vui lòng thử lại.') };
  }
}

async function confirm(amount: Vnd, clientSecret: string, paymentIntentId: string): Promise<DepositState> {
  const charged = { step: 'payment', amount, clientSecret, paymentIntentId, isCharged: true } as const;
  try {
    const { balance } = await confirmDeposit(paymentIntentId);
    return { ...charged, message: DEPOSITED, balance };
  } catch {
    return { ...charged, message: NOT_CONFIRMED };
  }
}
