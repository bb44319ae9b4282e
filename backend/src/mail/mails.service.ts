import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ShopError } from '../platform/errors/shop-error.js';
import type { Mail, MailState } from '../contract/mail.js';

/** Listed column by column, so that secrets never leak. */
const MAILS = `
  SELECT m.id, m.template, m.state, m.attempts, m.last_error, m.created_at, m.sent_at,
    json_build_object('id', u.id, 'username', u.username, 'email', coalesce(m.recipient, u.email)) AS user,
    (SELECT e.order_id FROM order_events e WHERE e.id = m.order_event_id) AS order_id,
    CASE WHEN m.state = 'pending' THEN m.next_attempt_at END AS next_attempt_at,
    m.state = 'failed' AND m.template <> 'password_reset' AS can_send_again
  FROM mails m JOIN users u ON u.id = m.user_id`;

type Row = Omit<Mail, 'created_at' | 'sent_at' | 'next_attempt_at'> & {
  created_at: Date;
  sent_at: Date | null;
  next_attempt_at: Date | null;
};

/** The outbox as administrators see it. */
@Injectable()
export class MailsService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns a slice of the mails in this state (or of all), newest first, and their number. */
  async list(state: MailState | undefined, { skip, take }: { skip: number; take: number }): Promise<[Mail[], number]> {
    const isWanted = '($1::text IS NULL OR m.state = $1)';
    const rows: Row[] = await this.db.query(`${MAILS} WHERE ${isWanted} ORDER BY m.id DESC OFFSET $2 LIMIT $3`, [
      state ?? null,
      skip,
      take,
    ]);
    const [total]: { count: number }[] = await this.db.query(
      `SELECT count(*)::integer AS count FROM mails m WHERE ${isWanted}`,
      [state ?? null],
    );
    return [rows.map(mailView), total?.count ?? 0];
  }

  /**
   * Puts a failed mail back into the outbox with all its attempts.
   * @throws ShopError 404; 409 for a mail that has not failed, and for a password reset, whose link is not stored
   */
  async sendAgain(id: number): Promise<Mail> {
    const [, changed]: [unknown, number] = await this.db.query(
      `UPDATE mails SET state = 'pending', attempts = 0, next_attempt_at = now()
       WHERE id = $1 AND state = 'failed' AND template <> 'password_reset'`,
      [id],
    );
    const [mail]: Row[] = await this.db.query(`${MAILS} WHERE m.id = $1`, [id]);
    if (!mail) throw ShopError.notFound('Không tìm thấy email.');
    if (changed === 1) return mailView(mail);
    throw new ShopError(
      409,
      mail.state === 'failed'
        ? 'Liên kết đặt lại mật khẩu đã bị xóa. Khách cần gửi yêu cầu mới.'
        : 'Chỉ gửi lại được email đã gửi thất bại.',
    );
  }
}

const mailView = (row: Row): Mail => ({
  ...row,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
});
