import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type {
  AssignTransfer,
  BankTransfer,
  BankTransferQuery,
  ConfirmTransfer,
  RecordTransfer,
} from '../../contract/money/bank-transfers.js';
import { formatVnd } from '../../contract/rules.js';
import { post } from '../../ledger/ledger.js';
import type { Order } from '../../orders/order/order.entity.js';
import { lockOrder } from '../../orders/order/order.locks.js';
import { OrdersService } from '../../orders/orders.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Actor } from '../../platform/http/access.js';
import { SavedBankTransfer } from './bank-transfer.entity.js';
import { listTransfers, readTransfer } from './bank-transfers.sql.js';
import { receiveBankTransfer } from './book-transfer.js';
import { bookUnmatched } from './book-unmatched.js';
import { recordBankTransfer, unknownOrder } from './record-transfer.js';
import { assignUnmatched, mustBeAsSeen, mustBeUnmatched } from './settle-transfer.js';
import { lockBankTransfer, normalizeReference } from './bank-transfer.locks.js';

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
   * Pays an order with a transfer that the administrator has seen in the bank account, whatever its payment method: buyers transfer
   * instead of paying in cash, or when their card is declined. An unmatched transfer with this reference is the one.
   * @throws ShopError 404; 409 for an order that is paid or cancelled, and for a transfer that is already recorded; 400 for another
   *   amount than the order's total
   */
  async confirm(actor: Actor, id: number, { amount, reference: typed }: ConfirmTransfer): Promise<Order> {
    const reference = normalizeReference(typed);
    await inTransaction(this.db, async (tx) => {
      await lockBankTransfer(tx, reference);
      const known = await tx.findOneBy(SavedBankTransfer, { reference });
      const order = await lockOrder(tx, { id });
      order.mustBeUnpaid();
      order.mustCost(amount);
      if (known) {
        mustBeUnmatched(known);
        if (known.amount !== amount) {
          throw ShopError.fields({ reference: [`Ngân hàng đã báo giao dịch này với ${formatVnd(known.amount)}.`] });
        }
        await bookUnmatched(tx, known, order, { is: 'admin', id: actor.id });
      } else {
        await receiveBankTransfer(tx, order, { reference, eventId: null, amount, description: '' }, actor.id);
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

  /** Records money that has arrived on the bank account, see `recordBankTransfer`. @returns it as the list shows it */
  async record(actor: Actor, body: RecordTransfer): Promise<BankTransfer> {
    const id = await inTransaction(this.db, (tx) => recordBankTransfer(tx, actor, body));
    return (await readTransfer(this.db, id))!;
  }

  /**
   * Books an unmatched transfer for an order: it pays the order if that is unpaid and costs as much, otherwise it goes to its buyer's
   * wallet. One that may be the same money as another transfer of the order waits for a second call.
   * @throws ShopError 404; 409 for a transfer that is matched or returned, for one that waits for another reason or order than the
   *   caller has seen, and for a buyer who has closed the account; 400 with `order_id` for an unknown order
   */
  assign(actor: Actor, id: number, { order_id: orderId, ...seen }: AssignTransfer): Promise<BankTransfer> {
    return this.settle(id, async (tx, transfer) => {
      mustBeAsSeen(transfer, seen);
      const order = await lockOrder(tx, { id: orderId }).catch(unknownOrder);
      await assignUnmatched(tx, actor, transfer, order);
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
      await lockBankTransfer(tx, unlocked.reference);
      const transfer = await tx.findOneByOrFail(SavedBankTransfer, { id });
      mustBeUnmatched(transfer);
      await act(tx, transfer);
    });
    return (await readTransfer(this.db, id))!;
  }
}
