import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MailTemplate } from '../contract/administration/mail.js';
import type { MailContent } from './template.js';

/** A row of the outbox. */
export interface MailRow {
  id: number;
  template: MailTemplate;
  /** Null for a mail about a stock alert. */
  user_id: number | null;
  stock_alert_id: number | null;
  order_event_id: string | null;
  payment_intent_id: string | null;
  secret: { uid: string; token: string } | null;
  /** An address that replaces the account's e-mail. */
  recipient: string | null;
  created_at: Date;
  attempts: number;
  /** True when an earlier attempt was interrupted: the mail server may have accepted the mail then. */
  may_be_sent: boolean;
}

/** The settings of the process that mails depend on. */
export interface MailConfig {
  publicUrl: string;
  /** How long an unpaid order reserves its goods unless the owner has set another time, in milliseconds. */
  orderPaymentWindow: number;
}

/** The shop and the addressee of a mail. */
export interface MailContext {
  shopName: string;
  /** Empty for an address without an account. */
  username: string;
  email: string;
  /** The shop's origin, without a trailing slash. */
  publicUrl: string;
}

/** The mail can never be sent; a retry is useless. */
export class Unsendable extends Error {}

/**
 * Writes the content of a mail from the current facts, when it is sent.
 * @throws Unsendable when the mail is no longer of use; it is stored as failed unless the loader has deleted it
 */
export type MailContentLoader = (
  tx: EntityManager,
  mail: MailRow,
  context: MailContext,
  config: MailConfig,
) => MailContent | Promise<MailContent>;

/** The mail templates of all modules: the module that knows a template's facts registers its content. */
@Injectable()
export class MailContents {
  private readonly loaders = new Map<MailTemplate, MailContentLoader>();

  register(templates: readonly MailTemplate[], loader: MailContentLoader): void {
    for (const template of templates) this.loaders.set(template, loader);
  }

  /** @throws Error for a template that no module has registered */
  loaderFor(template: MailTemplate): MailContentLoader {
    const loader = this.loaders.get(template);
    if (!loader) throw new Error(`No module writes the mail ${template}`);
    return loader;
  }
}
