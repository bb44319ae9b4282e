import type { Wallet, WalletTransaction } from 'contract/money/paybox';
import { DEPOSIT_STEP, formatVnd, TEXTS, type Vnd } from 'contract/rules';
import { failedWith, sentenceOf } from '~/api/http/client';
import { listTransactions, getWallet } from '~/api/money/paybox';
import { keepsPage } from '~/routing/loading/keep-page';

/** How long a call that was refused as signed out waits for its one repetition. */
const RETRY_MS = 500;

/** The wallet, or the sentence that says why there is none to show. Never rejects: a card pays without it. */
export async function loadWallet(): Promise<{ wallet: Wallet | null; walletError: string | null }> {
  try {
    const wallet = await retryOnceAfter401<Wallet | undefined>(getWallet);
    return wallet ? { wallet, walletError: null } : { wallet: null, walletError: 'Không tìm thấy thông tin ví' };
  } catch (error) {
    return { wallet: null, walletError: walletSentence(error) };
  }
}

/** The wallet's lines, or the sentence that says why there are none to show. @throws what leaves the present page standing */
export async function loadTransactions(): Promise<{
  transactions: WalletTransaction[];
  transactionsError: string | null;
}> {
  try {
    return { transactions: await retryOnceAfter401(listTransactions), transactionsError: null };
  } catch (error) {
    if (keepsPage(error)) throw error;
    return { transactions: [], transactionsError: 'Không thể tải lịch sử giao dịch' };
  }
}

/** The deposit that a wallet needs to cover a total: a deposit pays debts first. */
export const missingIn = ({ balance, owed }: Wallet, total: Vnd): Vnd => (balance < total ? total - balance + owed : 0);

/** An amount to deposit, in whole steps of the form. */
export const depositOf = (missing: Vnd): Vnd => Math.ceil(missing / DEPOSIT_STEP) * DEPOSIT_STEP;

/** The debt of a wallet's owner, its reason, and when it is paid. */
export const debtSentence = (owed: Vnd): string =>
  `Bạn còn nợ ${formatVnd(owed)}, vì số tiền đã trả về thẻ của bạn lớn hơn số dư của ví lúc đó. Lần nạp tiền tới sẽ trả khoản này trước.`;

async function retryOnceAfter401<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!failedWith(error, 401)) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return call();
  }
}

function walletSentence(error: unknown): string {
  if (failedWith(error, 401)) return TEXTS.loginAgain;
  if (failedWith(error, 403)) return TEXTS.forbidden;
  return `Không thể tải thông tin ví: ${sentenceOf(error)}`;
}
