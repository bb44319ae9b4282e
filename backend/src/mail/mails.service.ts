import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Not, type DataSource } from 'typeorm';
import { recordAudit } from '../audit/audit.js';
import { inTransaction } from '../platform/database/transaction.js';
import { ShopError } from '../platform/errors/shop-error.js';
import type { Actor } from '../platform/http/access.js';
import type { Mail, MailQuery, ResentMails } from '../contract/administration/mail.js';
import { MAX_RESENT_MAILS, RESENT_MAIL_DAYS } from '../contract/administration/mail-rules.js';
import { countResendable, findMail, listMails, requeueFailed, type ListedMail } from './mails.sql.js';
import { OutboxMail } from './outbox-mail.entity.js';

/** Reads the outbox for administrators, and retries failed mails. */
@Injectable()
export class MailsService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns a slice of the mails that match, newest first, with the total count. */
  async list(query: MailQuery, slice: { skip: number; take: number }): Promise<[Mail[], number]> {
    const [rows, total] = await listMails(this.db, query, slice);
    return [rows.map(mailView), total];
  }

  /**
   * Puts a failed mail back into the outbox with all its attempts.
   * @throws ShopError 404; 409 for a mail that has not failed, and for a password reset, whose link is not stored
   */
  async sendAgain(actor: Actor, id: number): Promise<Mail> {
    const canSendAgain = { id, state: 'failed', template: Not('password_reset') } as const;
    const again = { state: 'pending', attempts: 0, nextAttemptAt: () => 'now()' } as const;
    const affected = await inTransaction(this.db, async (tx) => {
      const { affected } = await tx.update(OutboxMail, canSendAgain, again);
      const name = `Gửi lại email #${id}`;
      if (affected) await recordAudit(tx, actor, { action: 'update', subject: 'mail', id, name, after: { count: 1 } });
      return affected;
    });
    const mail = await findMail(this.db, id);
    if (!mail) throw ShopError.notFound('Không tìm thấy email.');
    if (affected) return mailView(mail);
    throw new ShopError(
      409,
      mail.state === 'failed'
        ? 'Liên kết đặt lại mật khẩu đã bị xóa. Khách cần gửi yêu cầu mới.'
        : 'Chỉ gửi lại được email đã gửi thất bại.',
    );
  }

  /**
   * Puts the failed mails of the last days back into the outbox, a bounded number of them, oldest first. Password resets stay
   * failed, because their links are not stored.
   */
  sendFailed(actor: Actor): Promise<ResentMails> {
    return inTransaction(this.db, async (tx) => {
      const count = await requeueFailed(tx, RESENT_MAIL_DAYS, MAX_RESENT_MAILS);
      const name = 'Gửi lại email không gửi được';
      if (count > 0) await recordAudit(tx, actor, { action: 'update', subject: 'mail', name, after: { count } });
      return { count, remaining: await countResendable(tx, RESENT_MAIL_DAYS) };
    });
  }
}

const mailView = (row: ListedMail): Mail => ({
  ...row,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
});
