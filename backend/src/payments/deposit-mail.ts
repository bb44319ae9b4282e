import { formatVnd, type Vnd } from '../contract/rules.js';
import { link, text } from '../mail/mail-blocks.js';
import type { MailContentLoader, MailContext } from '../mail/mail-contents.js';
import type { MailContent } from '../mail/template.js';
import { depositOfMail } from './deposit-mail.sql.js';

/** Writes the mail about a settled deposit. */
export const loadDepositMail: MailContentLoader = async (tx, mail, context) =>
  depositMail(context, await depositOfMail(tx, mail));

/** @param balance the wallet's balance now */
function depositMail({ publicUrl }: MailContext, { amount, balance }: { amount: Vnd; balance: Vnd }): MailContent {
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
