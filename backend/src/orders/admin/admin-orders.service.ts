import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { recordAudit, withoutSearch } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { inBatches, sendCsv } from '../../platform/csv/csv.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { changedElsewhere } from '../../platform/errors/stale-edit.js';
import type { AdminOrder, ChangeStaffNote } from '../../contract/orders/orders.js';
import type { OrderQuery } from '../../contract/orders/order-query.js';
import type { ChangeOrderAddress, ShippingAddress } from '../../contract/orders/placing.js';
import type { SendOrder } from '../../contract/orders/parcels.js';
import { Transfer } from '../../ledger/transfer.entity.js';
import { Order } from '../order/order.entity.js';
import { lockOrder } from '../order/order.locks.js';
import { ordersWhere } from '../reads/order-list.sql.js';
import { orderView } from '../reads/order.view.js';
import { readOrder } from '../reads/read-order.js';
import { recordDelivery } from '../transitions/record-delivery.js';
import { recordParcel, takeParcelBack } from '../transitions/record-parcel.js';
import { readRefunded } from '../transitions/refund-order.js';
import { readEvents, readExport, readIntents, readOtherRefunds } from './admin-orders.sql.js';
import { changeStaffNote } from './change-staff-note.js';
import { COLUMNS, withNames, type Exported, type ExportRow } from './order-csv.js';

/** Orders per batch of an export. It is small because all lines of an order are in one cell, and there may be hundreds. */
const EXPORT_BATCH = 250;

/** The parts of a shipping address, as the audit log names them. */
const ADDRESS_PARTS = [
  ['receiver', 'người nhận'],
  ['phone', 'điện thoại'],
  ['address', 'địa chỉ'],
  ['city', 'tỉnh/thành phố'],
  ['postalCode', 'mã bưu chính'],
  ['country', 'quốc gia'],
] as const satisfies [keyof ShippingAddress, string][];

/** Order details, corrections and exports for administrators. */
@Injectable()
export class AdminOrdersService {
  constructor(private readonly db: DataSource) {}

  /** Returns an order with its events, transfers, payment intents and its buyer's other refund requests. @throws ShopError 404 */
  async get(actor: Actor, id: number): Promise<AdminOrder> {
    const order = await readOrder(this.db, actor, id);
    const [events, transfers, intents, otherRefunds] = await Promise.all([
      readEvents(this.db, id),
      this.db.manager.find(Transfer, { where: { orderId: id }, order: { id: 'ASC' } }),
      readIntents(this.db, id),
      readOtherRefunds(this.db, order.userId, id),
    ]);
    const view = orderView(order);
    return {
      ...view,
      user: { id: order.userId, ...view.user },
      transfer_code: order.transferCode,
      events: events.map(dated),
      transfers: transfers.map(transferView),
      intents: intents.map(dated),
      otherRefunds: otherRefunds.map(dated),
    };
  }

  /**
   * Corrects where the goods of an order go. The audit log says which parts changed, without the texts: it outlives the buyer's
   * personal data.
   * @throws ShopError 404; 409 once the order is delivered, cancelled or refunded, or when its address is no longer as its editor saw it
   */
  async changeAddress(actor: Actor, id: number, { was, ...wanted }: ChangeOrderAddress): Promise<AdminOrder> {
    await inTransaction(this.db, async (tx) => {
      const order = await lockOrder(tx, { id });
      order.mustBeUndelivered();
      if (was && differingParts(order, was).length > 0) throw changedElsewhere('Địa chỉ giao hàng');
      const address = complete(wanted);
      const changed = differingParts(order, address);
      if (changed.length === 0) return;
      await tx.update(Order, id, address);
      await recordAudit(tx, actor, {
        ...order.auditSubject,
        action: 'update',
        after: { shipping_address: changed.map(([, name]) => name).join(', ') },
      });
    });
    return this.get(actor, id);
  }

  /**
   * Changes the shop's own note on an order, in any state of it. The buyer gets no notice.
   * @throws ShopError 404; 409 when the note is no longer as its editor saw it
   */
  async changeNote(actor: Actor, id: number, change: ChangeStaffNote): Promise<AdminOrder> {
    await inTransaction(this.db, (tx) => changeStaffNote(tx, actor, id, change));
    return this.get(actor, id);
  }

  /**
   * Records the parcel in which an order is sent, or corrects it. From then on an unpaid one neither expires nor can be cancelled.
   * @throws ShopError 404; 409 unless it may be sent and is not delivered, or when its parcel is no longer as its editor saw it
   */
  async send(actor: Actor, id: number, parcel: SendOrder): Promise<AdminOrder> {
    await inTransaction(this.db, (tx) => recordParcel(tx, actor, id, parcel));
    return this.get(actor, id);
  }

  /**
   * Takes back the parcel of an order: it was recorded by mistake, or came back. The goods of a refunded order return to stock. The buyer
   * gets no mail about it.
   * @throws ShopError 404; 409 unless it is sent and not delivered
   */
  async undoSend(actor: Actor, id: number): Promise<AdminOrder> {
    await inTransaction(this.db, (tx) => takeParcelBack(tx, actor, id));
    return this.get(actor, id);
  }

  /**
   * Takes back a delivery: it was recorded by mistake, or the goods came back because nobody took and paid for them. The order is
   * then paid or unpaid as before. An unpaid one can be cancelled again, and expires when its payment window has passed. A refunded one
   * that was sent is on its way again.
   * @throws ShopError 404; 409 unless it is delivered, and is not refunded or was sent
   */
  async undoDelivery(actor: Actor, id: number): Promise<AdminOrder> {
    await inTransaction(this.db, (tx) => recordDelivery(tx, actor, id, false));
    return this.get(actor, id);
  }

  /** Sends the orders that match the query as CSV, newest first, and records the export in the audit log. */
  async export(actor: Actor, { page: _, page_size: __, ids, ...query }: OrderQuery, response: Response): Promise<void> {
    await recordAudit(this.db.manager, actor, {
      action: 'export',
      subject: 'order',
      name: 'Danh sách đơn hàng',
      after: { ...withoutSearch(query), ...(ids && { count: ids.length }) },
    });
    const rows = inBatches<ExportRow>(async (last, limit) => {
      const where = ordersWhere(actor, { ...query, ids }).add('o.id < ?', last?.id);
      return this.withRefunds(await readExport<Exported>(this.db, where, limit));
    }, EXPORT_BATCH);
    await sendCsv(response, 'don-hang', COLUMNS, withNames(rows));
  }

  private async withRefunds(rows: Exported[]): Promise<ExportRow[]> {
    const refunded = await readRefunded(
      this.db,
      rows.map(({ id }) => id),
    );
    return rows.map((row, nth) => {
      const { toCard, toWallet } = refunded[nth]!;
      return { ...row, refunded_to_card: toCard, refunded_to_wallet: toWallet };
    });
  }
}

/** An address in which parts that are left out are empty, as orders store them. */
const complete = (address: ShippingAddress) => ({
  ...address,
  receiver: address.receiver ?? '',
  phone: address.phone ?? '',
});

/** The parts in which an order's address is another one. */
function differingParts(order: Order, address: ShippingAddress) {
  const wanted = complete(address);
  return ADDRESS_PARTS.filter(([part]) => order[part] !== wanted[part]);
}

const dated = <T extends { createdAt: Date }>(row: T) => ({ ...row, createdAt: row.createdAt.toISOString() });

const transferView = ({ id, kind, amount, description, paymentIntentId, createdAt }: Transfer) =>
  dated({ id: Number(id), kind, amount, description, intent: paymentIntentId, createdAt });
