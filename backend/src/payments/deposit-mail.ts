import type { EntityManager } from 'typeorm';
import { formatVnd, type Vnd } from '../contract/rules.js';
import { link, text } from '../mail/mail-blocks.js';
import type { MailContentLoader, MailRow, MailSetting } from '../mail/mail-contents.js';
import type { MailContent } from '../mail/template.js';

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

async function depositOf(tx: EntityManager, { payment_intent_id, user_id }: MailRow) {
  const [row]: { amount: string; balance: string }[] = await tx.query(
    `SELECT i.amount, a.balance FROM payment_intents i, accounts a WHERE i.id = $1 AND a.user_id = $2`,
    [payment_intent_id, user_id],
  );
  if (!row) throw new Error('The deposit of the mail is gone');
  return { amount: Number(row.amount) satisfies Vnd, balance: Number(row.balance) satisfies Vnd };
}
