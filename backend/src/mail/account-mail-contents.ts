import { ACCOUNT_CHANGES, accountChangedMail, passwordResetMail, welcomeMail } from './account-templates.js';
import { Unsendable, type MailContents } from './mail-contents.js';

/** Lifetime of a password reset link. */
const RESET_LINK_MS = 60 * 60_000;

/** Registers the mails about accounts, which need no other table than the outbox. */
export function registerAccountMails(contents: MailContents): void {
  contents.register(['welcome'], (_tx, _mail, context) => welcomeMail(context));
  contents.register(['password_reset'], (_tx, { secret, created_at }, context) => {
    if (!secret || Date.now() - created_at.getTime() > RESET_LINK_MS) {
      throw new Unsendable('Liên kết đã hết hạn trước khi gửi được');
    }
    return passwordResetMail(context, secret);
  });
  for (const change of ACCOUNT_CHANGES) {
    contents.register([change], (_tx, { created_at }, context) => accountChangedMail(context, change, created_at));
  }
}
