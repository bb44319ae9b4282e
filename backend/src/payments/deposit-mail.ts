import type { EntityManager } from 'typeorm';
import { formatVnd, type Vnd } from '../contract/rules.js';
import { link, text } from '../mail/mail-blocks.js';
import type { MailContentLoader, MailRow, MailSetting } from '../mail/mail-contents.js';
import type { MailContent } from '../mail/template.js';
import { Account } from '../ledger/account.entity.js';
import { PaymentIntent } from './intents/payment-intent.entity.js';

/** Writes the mail about a settled deposit. */
export const loadDepositMail: MailContentLoader = async (tx, mail, setting) =>
  depositMail(setting, await depositOf(tx, mail));

/** @param balance the wallet's balance now */
function depositMail({ publicUrl }: MailSetting, { amount, balance }: { amount: Vnd; balance: Vnd }): MailContent {
  return {
    subject: `Đã nạp ${formatVnd(amount)} vào ví Paybox`,
    title: 'Nạp tiền thành công',
    blocks: [
      text('Tiền nạp bằng thẻ đã có trong ví Paybox của bạn.'),
      {
        is: 'sums',
        sums: [
          ['Số tiền nạp', formatVnd(amount)],
          ['Số dư hiện tại', formatVnd(balance)],
        ],
      },
      link('Xem ví Paybox', `${publicUrl}/paybox`),
    ],
  };
}

async function depositOf(tx: EntityManager, { payment_intent_id: intentId, user_id: userId }: MailRow) {
  const intent = await tx.findOneBy(PaymentIntent, { id: intentId ?? '' });
  const wallet = userId === null ? null : await tx.findOneBy(Account, { userId });
  if (!intent || !wallet) throw new Error('The deposit of the mail is gone');
  return { amount: intent.amount, balance: wallet.balance };
}
