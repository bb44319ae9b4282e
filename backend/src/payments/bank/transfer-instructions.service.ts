import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TransferInstructions } from '../../contract/money/bank-transfers.js';
import { orderWindows } from '../../orders/order/order-window.js';
import { Order } from '../../orders/order/order.entity.js';
import { PAYMENT_MEANS } from '../../orders/order/payment-means.js';
import { Config } from '../../platform/config/config.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { paymentRules } from '../../settings/parts/payment-rules.js';
import { bankName } from './banks.js';
import { vietqrText } from './vietqr.js';

/** Tells buyers how to transfer what an order costs. */
@Injectable()
export class TransferInstructionsService {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  /**
   * Returns the account, the code and the QR code for one's own order.
   * @throws ShopError 404; 409 for an order that is paid, cancelled or was placed to be paid in another way, and while bank
   *   transfers are switched off
   */
  async read(userId: number, orderId: number): Promise<TransferInstructions> {
    const order = await this.db.manager.findOneBy(Order, { id: orderId, userId });
    if (!order) throw ShopError.notFound('Không tìm thấy đơn hàng.');
    order.mustBeUnpaid();
    const { transferCode: code, totalPrice: amount } = order;
    if (code === null) throw new ShopError(409, 'Đơn hàng không thanh toán bằng chuyển khoản.');
    const rules = await paymentRules(this.db);
    const refusal = PAYMENT_MEANS.VietQR.refusal(rules, amount);
    if (refusal !== null) throw new ShopError(409, refusal);
    const { bankBin, accountNumber, accountName } = rules.vietqr;
    const windowOf = await orderWindows(this.db.manager, this.config.orderPaymentWindow);
    return {
      bank_bin: bankBin,
      bank_name: bankName(bankBin),
      account_number: accountNumber,
      account_name: accountName,
      amount,
      code,
      qr: vietqrText({ bankBin, accountNumber, amount, code }),
      pay_before: new Date(order.createdAt.getTime() + windowOf(order.paymentMethod)).toISOString(),
    };
  }
}
