import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Not, type DataSource } from 'typeorm';
import { ShopError } from '../platform/errors/shop-error.js';
import type { Mail, MailState } from '../contract/administration/mail.js';
import { findMail, listMails, type ListedMail } from './mails.sql.js';
import { OutboxMail } from './outbox-mail.entity.js';

/** Reads the outbox for administrators, and retries failed mails. */
@Injectable()
export class MailsService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns a slice of the mails in this state (or of all), newest first, with the total count. */
  async list(state: MailState | undefined, { skip, take }: { skip: number; take: number }): Promise<[Mail[], number]> {
    const [rows, total] = await listMails(this.db, state, { skip, take });
    return [rows.map(mailView), total];
  }

  /**
   * Puts a failed mail back into the outbox with all its attempts.
   * @throws ShopError 404; 409 for a mail that has not failed, and for a password reset, whose link is not stored
   */
  async sendAgain(id: number): Promise<Mail> {
    const canSendAgain = { id, state: 'failed', template: Not('password_reset') } as const;
    const again = { state: 'pending', attempts: 0, nextAttemptAt: () => 'now()' } as const;
    const { affected } = await this.db.manager.update(OutboxMail, canSendAgain, again);
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
}

const mailView = (row: ListedMail): Mail => ({
  ...row,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
});
