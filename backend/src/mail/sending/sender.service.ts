import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { NodemailerError } from 'nodemailer/lib/errors';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, QueryDeepPartialEntity } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { counter } from '../../platform/metrics/registry.js';
import { MailContents, Unsendable, type MailRow } from '../mail-contents.js';
import { MAY_BE_SENT, claimMail, dueMails } from '../mails.sql.js';
import { OutboxMail } from '../outbox-mail.entity.js';
import { MailPictures } from './mail-pictures.js';
import { renderMail } from './render.js';
import { MailTransport } from './transport.js';

const sendings = counter('may_mails_total', 'Attempts to send a mail, by result.', {
  result: ['sent', 'failed', 'given_up'],
});

/**
 * Minutes between attempts, about a day in all: a mail server that is down for hours, or a daily limit of mails, costs no mail.
 * An attempt takes less than the first of them.
 */
const PAUSES = [2, 5, 15, 35, 60, 180, 360, 720];
const MAX_ATTEMPTS = PAUSES.length + 1;
/** The link of a password reset has ended before the long pauses. */
const MAX_RESET_ATTEMPTS = 5;
const MAX_ERROR_LENGTH = 500;
/** Pauses in milliseconds between attempts to store how a mail ended, when the database does not answer. */
const MARK_PAUSES = [200, 1_000, 5_000];

/**
 * Sends the mails of the outbox, each at least once and never knowingly twice.
 *
 * Claiming a mail counts the attempt and sets the time of the next one: a process that dies loses nothing, and of two
 * processes only one claims it. It is marked as sent right after the mail server accepted it. A power cut in between
 * repeats the mail with the same Message-ID, and mail programs show it once.
 */
@Injectable()
export class MailSender {
  private readonly logger = new Logger('Mail');
  /** Mails that were sent but could not be marked yet. */
  private readonly unmarked = new Set<number>();

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly config: Config,
    private readonly transport: MailTransport,
    private readonly contents: MailContents,
    private readonly pictures: MailPictures,
  ) {}

  /** Returns the due mails, longest due first. */
  due(limit: number): Promise<number[]> {
    return dueMails(this.db, limit);
  }

  /**
   * Sends one mail if it is due, and records the result. A permanent refusal of the recipient is final. Another refusal is about
   * the shop's own mail account, which the owner may be about to correct, and is tried again.
   */
  async send(id: number): Promise<void> {
    if (this.unmarked.has(id)) return this.markSent(id);
    const mail = await claimMail(this.db, id, PAUSES);
    if (!mail) return;
    try {
      if (mail.attempts > maxAttempts(mail)) throw new Unsendable('Mọi lần thử gửi đều bị gián đoạn');
      await this.transport.send(await this.render(mail));
    } catch (error) {
      await this.markFailed(mail, error as NodemailerError);
      return;
    }
    sendings.inc({ result: 'sent' });
    await this.markSent(id);
  }

  private render(mail: MailRow) {
    const sources = { contents: this.contents, pictures: this.pictures };
    return renderMail(this.db.manager, sources, mail, this.config);
  }

  private async markSent(id: number): Promise<void> {
    this.unmarked.add(id);
    await this.mark(id, { state: 'sent', sentAt: () => 'now()', secret: null, lastError: null });
    this.unmarked.delete(id);
  }

  private async markFailed(mail: MailRow, error: NodemailerError): Promise<void> {
    const { id, template, attempts, may_be_sent: mayBeSent } = mail;
    const isLast = isRecipientRefused(error) || error instanceof Unsendable || attempts >= maxAttempts(mail);
    const message = `${mayBeSent ? MAY_BE_SENT : ''}${error.message}`.slice(0, MAX_ERROR_LENGTH);
    const failed = isLast ? ({ state: 'failed', secret: null } as const) : {};
    // Deleted meanwhile: nobody waits for it.
    if (!(await this.mark(id, { lastError: message, ...failed }))) return;
    sendings.inc({ result: isLast ? 'given_up' : 'failed' });
    const end = isLast ? 'is given up' : `is tried again in ${PAUSES[attempts - 1]} minutes`;
    this.logger.warn(`Mail ${id} (${template}) ${end}: ${message}`);
  }

  /**
   * Stores how an attempt ended. Without it the next attempt takes this one for interrupted. Tries again while the database does not answer.
   * @returns whether there is such a mail
   * @throws the database's error in the end
   */
  private async mark(id: number, outcome: QueryDeepPartialEntity<OutboxMail>): Promise<boolean> {
    const update = async () => (await this.db.manager.update(OutboxMail, { id }, outcome)).affected === 1;
    for (const wait of MARK_PAUSES) {
      try {
        return await update();
      } catch {
        await pause(wait);
      }
    }
    return update();
  }
}

const maxAttempts = ({ template }: MailRow) => (template === 'password_reset' ? MAX_RESET_ATTEMPTS : MAX_ATTEMPTS);

/**
 * Whether no retry can reach this recipient. Mail servers also answer RCPT with what they hold against the sender: an enhanced code
 * (RFC 3463) beyond 5.0, addresses (5.1) and mailboxes (5.2) is about limits, routes, protocol or policy.
 */
function isRecipientRefused({ permanent, command, response = '' }: NodemailerError): boolean {
  return permanent === true && command === 'RCPT TO' && !/^\d{3}[ -]5\.[3-7]\./.test(response);
}
