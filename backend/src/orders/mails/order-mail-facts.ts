import type { Carrier } from '../../contract/orders/carriers.js';
import type { DeliveryRules } from '../../contract/orders/delivery-rules.js';
import type { OrderStatus } from '../../contract/orders/orders.js';
import type { PaymentMethod, Vnd } from '../../contract/rules.js';
import type { TransferKind } from '../../ledger/ledger.js';
import type { MailedGoods } from '../../mail/mail-blocks.js';

/** An order as it is when its mail is sent. */
export interface OrderMailFacts {
  id: number;
  created_at: string;
  paid_at: string | null;
  payment_method: PaymentMethod;
  items_price: Vnd;
  shipping_price: Vnd;
  tax_price: Vnd;
  discount: Vnd;
  total_price: Vnd;
  /** The amount that an approved refund paid into the wallet. */
  granted: Vnd;
  /** The carrier of its parcel; null unless it is sent. */
  carrier: Carrier | null;
  tracking_code: string | null;
  receiver: string;
  phone: string;
  address: string;
  city: string;
  status: OrderStatus;
  is_paid: boolean;
  is_delivered: boolean;
  /** Whether its buyer has asked for a refund, whatever became of that. */
  has_refund_request: boolean;
  /** All money that came for it and went to the buyer's wallet, because it could not take it. */
  credited: Vnd;
  /** The part of it that the mail is about, and the order as it was then. */
  credit: { kind: TransferKind; amount: Vnd; was_paid: boolean; was_cancelled: boolean } | null;
  coupon_code: string | null;
  /** The end of its payment window. */
  payBefore: Date;
  /** The owner's rules of when orders arrive. */
  delivery: DeliveryRules;
  /** The one who made the transition; `reason` is an administrator's. */
  actor: 'buyer' | 'admin' | 'provider' | 'shop';
  reason: string | null;
  /** Whether its buyer had requested the refund that the mail is about. */
  is_requested: boolean;
  items: MailedGoods[];
}
