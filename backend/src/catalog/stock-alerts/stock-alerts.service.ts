import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { User, nameKey } from '../../auth/users/user.entity.js';
import type { Detail } from '../../contract/common.js';
import { TEXTS } from '../../contract/rules.js';
import type { StockAlertGoods, StockAlertLink, StockAlertRequest } from '../../contract/catalog/stock-alerts.js';
import { queueMail } from '../../mail/outbox.js';
import { isForeignKeyViolation, inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Principal } from '../../platform/http/access.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { StockAlertLinks } from './stock-alert-links.js';
import {
  cancelAlerts,
  cancelAlertsOf,
  confirmAlert,
  insertAlert,
  readAlert,
  readSoldGoods,
} from './stock-alerts.sql.js';

/** Lifetime of a link for confirming. */
const ALERT_LINK_HOURS = 24;
/** How many alerts of one address wait at most. */
export const MAX_ALERTS = 20;

/** The same for a known and an unknown address. */
const CONFIRM: Detail = { detail: 'Gần xong rồi! Hãy mở email chúng tôi vừa gửi và bấm xác nhận trong vòng 24 giờ.' };
const CONFIRMED: Detail = { detail: 'Đã ghi nhận! Chúng tôi sẽ gửi email cho bạn ngay khi có hàng trở lại.' };

/** Alerts about stock: asked for, confirmed by a mailed link, and cancelled by the link of any mail. */
@Injectable()
export class StockAlertsService {
  constructor(
    private readonly db: DataSource,
    private readonly links: StockAlertLinks,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Stores an alert and mails a link that confirms it. The account's own e-mail, once its mailbox is proved, needs no link. A mailbox
   * that has cancelled is not mailed, whoever else gives its address, and the answer does not tell.
   * @throws ShopError 404 for goods that are not sold; 409 when they are in stock; 429
   */
  async request({ product, variant = null, email }: StockAlertRequest, user: Principal | null): Promise<Detail> {
    const { isOwn, isProved } = await ownershipOf(this.db.manager, user, email);
    // It bounds the mails to a stranger. Whoever uses it up must not keep the address's owner from asking.
    if (!isProved) await this.limits.consume('stockAlertPerEmail', nameKey(email));
    return inTransaction(this.db, async (tx) => {
      await mustBeSoldOut(tx, product, variant);
      if (isProved) await this.links.refusals.remove(tx, email);
      else if (await this.links.refusals.has(tx, email)) return CONFIRM;
      const alert = await insertAlert(
        tx,
        { product, variant, emailKey: nameKey(email), email, userId: isOwn && user ? user.id : null, isProved },
        ALERT_LINK_HOURS,
      ).catch((error: unknown) => {
        // Deleted a moment ago.
        throw isForeignKeyViolation(error) ? notSold() : error;
      });
      if (!isProved) {
        await queueMail(tx, { template: 'stock_alert_confirm', stockAlertId: alert.id, recipient: email });
        return CONFIRM;
      }
      if ((await confirmAlert(tx, alert, MAX_ALERTS)) === 'full') throw tooMany();
      return CONFIRMED;
    });
  }

  /** Confirms an alert. A link works once. @throws ShopError 400 naming `token`; 409 when the address has too many alerts */
  confirm({ id, token }: StockAlertLink): Promise<StockAlertGoods> {
    return inTransaction(this.db, async (tx) => {
      const alert = await readAlert(tx, id);
      if (!alert || !this.links.isConfirmToken(token, id, alert.linkNumber)) throw badLink();
      const outcome = await confirmAlert(tx, { id, linkNumber: alert.linkNumber }, MAX_ALERTS);
      if (outcome === 'full') throw tooMany();
      if (outcome === 'expired') throw badLink();
      await this.links.refusals.remove(tx, alert.email);
      const { product, name, color, size } = alert;
      return { product, name, color, size };
    });
  }

  /**
   * Deletes all alerts of the address that the mail went to, and remembers that its mailbox wants none; again it changes nothing.
   * @throws ShopError 400 naming `token`
   */
  async cancel({ id, token }: StockAlertLink): Promise<void> {
    const mailboxHash = this.links.mailboxOf(token, id);
    if (mailboxHash === undefined) throw badLink();
    await inTransaction(this.db, async (tx) => {
      const isNew = await this.links.refusals.add(tx, mailboxHash);
      // The alert of the mail may be over and gone, or its product may be. A mailbox that has refused has no other.
      if (!(await cancelAlerts(tx, id)) && isNew)
        await cancelAlertsOf(tx, (emailKey) => this.links.refusals.hash(emailKey) === mailboxHash);
    });
  }
}

async function mustBeSoldOut(tx: EntityManager, product: number, variant: number | null): Promise<void> {
  const goods = await readSoldGoods(tx, product, variant);
  if (!goods || goods.has_variants !== (variant !== null) || goods.variant_id !== variant) throw notSold();
  if (goods.stock > 0) throw new ShopError(409, 'Sản phẩm vừa có hàng trở lại. Bạn có thể đặt mua ngay.');
}

/** Whether an address is the account's own, and whether its mailbox is proved. */
async function ownershipOf(tx: EntityManager, user: Principal | null, email: string) {
  const account = user && (await tx.findOneBy(User, { id: user.id }));
  const isOwn = account?.emailKey === nameKey(email);
  return { isOwn, isProved: isOwn && account.emailVerifiedAt !== null };
}

const notSold = () => ShopError.notFound(TEXTS.productNotFound);
const tooMany = () =>
  new ShopError(409, `Bạn đang chờ ${MAX_ALERTS} sản phẩm. Hãy thử lại khi một sản phẩm trong số đó đã có hàng.`);
const badLink = () =>
  ShopError.fields({ token: ['Liên kết không hợp lệ, đã hết hạn hoặc đã được dùng. Hãy đăng ký lại nếu cần.'] });
