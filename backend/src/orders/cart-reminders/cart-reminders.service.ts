import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { CartReminder, CartReminderLink, ReminderCart } from '../../contract/orders/cart-reminders.js';
import { queueMail } from '../../mail/outbox.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { remindsOfCarts } from '../../settings/parts/cart-reminders.js';
import { CartReminderConsent } from './cart-reminder.entity.js';
import { CartReminderLinks } from './cart-reminder-links.js';
import { confirmConsent, insertConsent, isConfirmationDue, keepCart, readConsent } from './cart-reminders.sql.js';

/** Consents to reminders of carts, and the carts of those who gave one. */
@Injectable()
export class CartRemindersService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly links: CartReminderLinks,
  ) {}

  async read(userId: number): Promise<CartReminder> {
    const isOffered = await remindsOfCarts(this.db);
    const consent = await readConsent(this.db, userId);
    return { is_offered: isOffered, is_on: consent !== undefined, is_confirmed: consent?.is_confirmed ?? false };
  }

  /**
   * Gives or withdraws a consent; idempotent. Anybody can register with an e-mail, so unless its mailbox is proved, a mail asks it to
   * confirm: one a day, however often the consent is given, and none once the mailbox has refused.
   * @throws ShopError 409 for a consent to what the shop does not offer, or what an unproved mailbox has refused
   */
  async change(userId: number, isOn: boolean): Promise<CartReminder> {
    if (!isOn) await this.withdraw(userId);
    else if (!(await remindsOfCarts(this.db))) throw notOffered();
    else await this.consent(userId);
    return this.read(userId);
  }

  /** Keeps the cart of an account that has agreed, and while the shop reminds; otherwise nothing is stored. */
  async keep(userId: number, { items }: ReminderCart): Promise<void> {
    if (!(await remindsOfCarts(this.db))) return;
    const lines = items.map(({ id, variant_id, qty }) => ({ product: id, variant: variant_id, qty }));
    await keepCart(this.db, userId, lines);
  }

  /** Confirms the consent of the account that a mail went to; again it changes nothing. @throws ShopError 400 naming `token` */
  async confirm({ id, token }: CartReminderLink): Promise<void> {
    const consent = await readConsent(this.db, id);
    if (!consent || !this.links.isConfirmToken(token, id, consent.email_key)) throw badLink();
    if (!(await confirmConsent(this.db, id, consent.email_key))) throw badLink();
  }

  /**
   * Withdraws the consent of the account that a mail went to, and remembers that its mailbox wants none; again it changes nothing.
   * @throws ShopError 400 naming `token`
   */
  async cancel({ id, token }: CartReminderLink): Promise<void> {
    const mailboxHash = this.links.mailboxOf(token, id);
    if (mailboxHash === undefined) throw badLink();
    await inTransaction(this.db, async (tx) => {
      await this.links.refusals.add(tx, mailboxHash);
      await this.withdraw(id, tx);
    });
  }

  private consent(userId: number): Promise<void> {
    return inTransaction(this.db, async (tx) => {
      await insertConsent(tx, userId);
      await this.answerRefusal(tx, userId);
      if (await isConfirmationDue(tx, userId)) await queueMail(tx, { template: 'cart_reminder_confirm', userId });
    });
  }

  /** The refusal of a mailbox ends when its proved owner agrees, and holds against anybody else. */
  private async answerRefusal(tx: EntityManager, userId: number): Promise<void> {
    const consent = await readConsent(tx, userId);
    if (!consent) return;
    if (consent.is_proved) await this.links.refusals.remove(tx, consent.email_key);
    else if (await this.links.refusals.has(tx, consent.email_key)) throw refused();
  }

  private async withdraw(userId: number, tx = this.db.manager): Promise<void> {
    await tx.delete(CartReminderConsent, { userId });
  }
}

const badLink = () => ShopError.fields({ token: ['Liên kết không hợp lệ.'] });
const notOffered = () => new ShopError(409, 'Cửa hàng hiện không gửi email nhắc giỏ hàng.');
const refused = () =>
  new ShopError(
    409,
    'Hộp thư này đã từ chối email nhắc giỏ hàng. Để bật lại, hãy đặt lại mật khẩu qua email rồi thử lại.',
  );
