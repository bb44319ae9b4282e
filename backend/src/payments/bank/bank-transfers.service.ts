import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { BankTransfer, BankTransferQuery, ConfirmTransfer } from '../../contract/money/bank-transfers.js';
import { formatVnd } from '../../contract/rules.js';
import { post } from '../../ledger/ledger.js';
import type { Order } from '../../orders/order.entity.js';
import { lockOrder } from '../../orders/order.locks.js';
import { OrdersService } from '../../orders/orders.service.js';
import { isOptional } from '../../orders/payment-means.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Actor } from '../../platform/http/access.js';
import { receivePayment } from '../receive-payment.js';
import { SavedBankTransfer } from './bank-transfer.entity.js';
import { isClosed, listTransfers, readTransfer } from './bank-transfers.sql.js';
import { receiveTransfer } from './book-transfer.js';
import { lockTransfer, normalizeReference } from './transfer.locks.js';

/** Lists bank transfers for administrators, who record them and settle unmatched ones. */
@Injectable()
export class BankTransfersService {
  constructor(
    private readonly db: DataSource,
    private readonly orders: OrdersService,
  ) {}

  /** Lists a slice of the transfers, newest first, with the total count. */
  list(query: BankTransferQuery, slice: { skip: number; take: number }): Promise<[BankTransfer[], number]> {
    return listTransfers(this.db, query, slice);
  }

  /**
   * Pays an order with a transfer that the administrator has seen in the bank account. Orders that are paid on delivery take one
   * too: buyers often transfer instead of paying in cash. An unmatched transfer with this reference is the one.
   * @throws ShopError 404; 409 for an order that is paid, cancelled or to be paid in another way, and for a transfer that is
   *   already recorded; 400 for another amount than the order's total
   */
  async confirm(actor: Actor, id: number, { amount, reference: typed }: ConfirmTransfer): Promise<Order> {
    const reference = normalizeReference(typed);
    await inTransaction(this.db, async (tx) => {
      await lockTransfer(tx, reference);
      const known = await tx.findOneBy(SavedBankTransfer, { reference });
      const order = await lockOrder(tx, { id });
      order.mustBeUnpaid();
      if (!isOptional(order.paymentMethod)) throw new ShopError(409, 'Đơn hàng không thanh toán bằng chuyển khoản.');
      order.mustCost(amount);
      if (known) {
        mustBeUnmatched(known);
        if (known.amount !== amount) {
          throw ShopError.fields({ reference: [`Ngân hàng đã báo giao dịch này với ${formatVnd(known.amount)}.`] });
        }
        await this.bookUnmatched(tx, actor, known, order);
      } else {
        await receiveTransfer(tx, order, { reference, eventId: null, amount, description: '' }, actor.id);
      }
      await recordAudit(tx, actor, {
        ...order.auditSubject,
        action: 'pay',
        before: { isPaid: false },
        after: { isPaid: true, amount, reference },
      });
    });
    return this.orders.get(actor, id);
  }

  /**
   * Books an unmatched transfer for an order: it pays the order if that is unpaid and costs as much, otherwise it goes to its buyer's
   * wallet.
   * @throws ShopError 404; 409 for a transfer that is matched or returned, and for a buyer who has closed the account; 400 with
   *   `order_id` for an unknown order
   */
  assign(actor: Actor, id: number, orderId: number): Promise<BankTransfer> {
    return this.settle(id, async (tx, transfer) => {
      const order = await lockOrder(tx, { id: orderId }).catch(unknownOrder);
      const state = await this.bookUnmatched(tx, actor, transfer, order);
      await recordAudit(tx, actor, {
        action: 'approve',
        subject: 'bank_transfer',
        id,
        name: `Chuyển khoản ${transfer.reference}`,
        before: { status: 'unmatched' },
        after: { status: state, order: orderId, amount: transfer.amount },
      });
    });
  }

  /**
   * Takes an unmatched transfer out of the books: it was sent back to whoever sent it, or is one that is already recorded.
   * @throws ShopError 404; 409 for a transfer that is matched or returned
   */
  return(actor: Actor, id: number, note: string): Promise<BankTransfer> {
    return this.settle(id, async (tx, { reference, amount }) => {
      const decision = { state: 'returned', note, decidedBy: actor.id, decidedAt: new Date() } as const;
      await tx.update(SavedBankTransfer, id, decision);
      await post(tx, {
        kind: 'BANK_RETURNED',
        from: 'unmatched',
        to: 'bank',
        amount,
        bankTransferId: id,
        description: `Chuyển khoản ${reference} không thuộc đơn hàng nào`,
      });
      await recordAudit(tx, actor, {
        action: 'reject',
        subject: 'bank_transfer',
        id,
        name: `Chuyển khoản ${reference}`,
        before: { status: 'unmatched' },
        after: { status: 'returned', amount, note },
      });
    });
  }

  /** Settles an unmatched transfer under its lock. */
  private async settle(
    id: number,
    act: (tx: EntityManager, transfer: SavedBankTransfer) => Promise<void>,
  ): Promise<BankTransfer> {
    await inTransaction(this.db, async (tx) => {
      const unlocked = await tx.findOneBy(SavedBankTransfer, { id });
      if (!unlocked) throw ShopError.notFound('Không tìm thấy giao dịch.');
      await lockTransfer(tx, unlocked.reference);
      const transfer = await tx.findOneByOrFail(SavedBankTransfer, { id });
      mustBeUnmatched(transfer);
      await act(tx, transfer);
    });
    return (await readTransfer(this.db, id))!;
  }

  /** Books an unmatched transfer for an order. @param order locked by `lockOrder` */
  private async bookUnmatched(
    tx: EntityManager,
    { id: adminId }: Actor,
    { id, amount }: SavedBankTransfer,
    order: Order,
  ): Promise<'paid' | 'credited'> {
    if (!order.canBePaidWith(amount) && (await isClosed(tx, order.userId))) {
      throw new ShopError(409, 'Khách của đơn hàng này đã đóng tài khoản. Hãy chuyển trả người gửi.');
    }
    const actor = { is: 'admin', id: adminId } as const;
    const money = { method: 'VietQR', amount, from: 'unmatched', bankTransferId: id, actor } as const;
    const state = await receivePayment(tx, order, money);
    await tx.update(SavedBankTransfer, id, { state, orderId: order.id, decidedBy: adminId, decidedAt: new Date() });
    return state;
  }
}

/** @throws ShopError 409 for a transfer that is booked or returned */
function mustBeUnmatched({ state, orderId }: SavedBankTransfer): void {
  if (state === 'unmatched') return;
  const where = state === 'returned' ? 'đã được chuyển trả' : `đã được ghi cho đơn hàng #${orderId}`;
  throw new ShopError(409, `Giao dịch này ${where}.`);
}

function unknownOrder(error: unknown): never {
  if (error instanceof ShopError && error.status === 404) throw ShopError.fields({ order_id: [error.message] });
  throw error;
}
