import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { User } from '../../auth/users/user.entity.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Carrier } from '../../contract/orders/carriers.js';
import type { Dispute, OrderStatus, Transition } from '../../contract/orders/orders.js';
import { formatVnd, type PaymentMethod, type Vnd } from '../../contract/rules.js';
import { MoneyColumn } from '../../platform/database/money.column.js';
import { OrderItem } from './order-item.entity.js';
import { statusOf } from './order-status.js';
import { PAYMENT_MEANS } from './payment-means.js';
import { RefundRequest } from './refund-request.entity.js';

/** The transitions for which administrators give reasons; a refund has one when the shop began it. */
export const REASONED_TRANSITIONS = ['cancel', 'approve_refund', 'reject_refund'] as const satisfies Transition[];
type ReasonedTransition = (typeof REASONED_TRANSITIONS)[number];

/** The parcel in which an order's goods are sent. */
export interface OrderParcel {
  carrier: Carrier;
  trackingCode: string;
  sentAt: Date;
}

/** An order. Its timestamps (paid, delivered, refunded, cancelled) are its state; its status is derived from them (`order-status.ts`). */
@Entity('orders')
export class Order {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('integer')
  userId: number;

  @ManyToOne(() => User)
  @JoinColumn({ name: 'user_id' })
  user: Relation<User>;

  @OneToMany(() => OrderItem, (item) => item.order)
  items: Relation<OrderItem>[];

  @OneToOne(() => RefundRequest, (request) => request.order)
  refundRequest: Relation<RefundRequest> | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('text')
  address: string;

  @Column('text')
  city: string;

  @Column('text')
  postalCode: string;

  @Column('text')
  country: string;

  @Column('text')
  receiver: string;

  @Column('text')
  phone: string;

  /** For the receiver of a gift; empty without one. */
  @Column('text')
  giftNote: string;

  /** The shop's own note. Read by `addStaffNotes` alone, so that no statement loads it for a shopper by mistake. */
  @Column('text', { select: false })
  staffNote?: string;

  /** The buyer's choice until the order is paid, then the method that paid it. */
  @Column('text')
  paymentMethod: PaymentMethod;

  /** The text that a bank transfer for it carries; null unless the buyer chose VietQR. */
  @Column('text', { nullable: true })
  transferCode: string | null;

  @MoneyColumn()
  itemsPrice: Vnd;

  @MoneyColumn()
  shippingPrice: Vnd;

  @MoneyColumn()
  taxPrice: Vnd;

  @MoneyColumn()
  discount: Vnd;

  @MoneyColumn()
  totalPrice: Vnd;

  @Column('text', { nullable: true })
  couponCode: string | null;

  @Column('timestamptz', { nullable: true })
  paidAt: Date | null;

  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  @Column('timestamptz', { nullable: true })
  refundedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  cancelledAt: Date | null;

  /** Keyed hash of the network of a buyer who had never paid; a trigger clears it when the order is paid or cancelled. */
  @Column('text', { nullable: true, select: false })
  network: string | null;

  /** The carrier of its parcel, with `trackingCode`: null until it is sent, and of a closed account once the order is over. */
  @Column('text', { nullable: true })
  carrier: Carrier | null;

  @Column('text', { nullable: true })
  trackingCode: string | null;

  /** Null until its goods are sent. It stays when the rest of the parcel is forgotten. */
  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;

  /** A notice for the buyer, such as a late payment that was credited to the wallet. */
  @Column('text', { nullable: true })
  notice: string | null;

  /** Administrators' reasons for its last transitions of these kinds; loaded from the order's log by `loadOrders`. */
  reasons?: Partial<Record<ReasonedTransition, string | null>>;

  /** True when its payment window passed; loaded from the order's log by `loadOrders`. */
  isExpired?: boolean;

  /** Refunded amounts of its total, loaded from the ledger by `addRefunded`. */
  refunded?: { toCard: Vnd; toWallet: Vnd; left: Vnd };

  /** Disputes of its charges, for administrators; loaded by `addDisputes`. */
  disputes?: Dispute[];

  get isPaid(): boolean {
    return this.paidAt !== null;
  }

  get isCancelled(): boolean {
    return this.cancelledAt !== null;
  }

  /** True while its goods are with the carrier or with the buyer: they cannot be in stock. */
  get areGoodsOut(): boolean {
    return this.sentAt !== null || this.deliveredAt !== null;
  }

  /** Null until it is sent, and once it is forgotten. */
  get parcel(): OrderParcel | null {
    const { carrier, trackingCode, sentAt } = this;
    return carrier && trackingCode && sentAt ? { carrier, trackingCode, sentAt } : null;
  }

  /** Requires `refundRequest` to be loaded for a paid order. */
  get status(): OrderStatus {
    return statusOf(this);
  }

  /** Names it in an audit entry. */
  get auditSubject() {
    return { subject: 'order', id: this.id, name: `Đơn hàng #${this.id}` } as const;
  }

  /** True when money of this amount pays it. */
  canBePaidWith(amount: Vnd): boolean {
    return !this.isPaid && !this.isCancelled && amount === this.totalPrice;
  }

  /** @throws ShopError 409 for a paid or cancelled order */
  mustBeUnpaid(): void {
    if (this.isCancelled) throw new ShopError(409, 'Đơn hàng đã bị hủy.');
    if (this.isPaid) throw new ShopError(409, 'Đơn hàng đã được thanh toán.');
  }

  /** @throws ShopError 400 with `amount` unless it costs this much */
  mustCost(amount: Vnd): void {
    if (amount === this.totalPrice) return;
    throw ShopError.fields({ amount: [`Số tiền phải đúng bằng tổng đơn hàng: ${formatVnd(this.totalPrice)}.`] });
  }

  /**
   * Its buyer may begin to pay it. Money that comes anyway is booked, see `pay`.
   * @throws ShopError 409 for a paid or cancelled order, and for one that is on its way: who brings it collects its total
   */
  mustBePayable(): void {
    this.mustBeUnpaid();
    if (this.sentAt && !this.deliveredAt) {
      throw new ShopError(409, 'Đơn hàng đang trên đường đến bạn, vui lòng trả tiền khi nhận hàng.');
    }
  }

  /**
   * @param paidWith null for a total of 0
   * @throws ShopError 409 for a paid or cancelled order
   */
  pay(now: Date, paidWith: PaymentMethod | null): void {
    this.mustBeUnpaid();
    this.paidAt = now;
    this.paymentMethod = paidWith ?? this.paymentMethod;
  }

  /** @throws ShopError 409 for a paid, cancelled, delivered or sent order: its goods cannot go back to stock */
  cancel(now: Date): void {
    this.mustBeUnpaid();
    if (this.deliveredAt) throw new ShopError(409, 'Đơn hàng đã được giao.');
    if (this.sentAt) throw new ShopError(409, 'Đơn hàng đã được gửi đi.');
    this.cancelledAt = now;
  }

  /** @throws ShopError 409 unless it is sent and refunded, or is paid or paid on delivery, and not yet delivered */
  deliver(now: Date): void {
    if (!this.isRefundedOnItsWay) this.mustBeDeliverable();
    this.deliveredAt = now;
  }

  /**
   * Records its parcel, or corrects it. Requires `refundRequest` to be loaded.
   * @throws ShopError 409 unless it can be delivered; for its first parcel also while a refund request is undecided
   */
  send(parcel: Pick<OrderParcel, 'carrier' | 'trackingCode'>, now: Date): void {
    this.mustBeDeliverable();
    if (!this.sentAt && this.refundRequest?.isApproved === null)
      throw new ShopError(409, 'Đơn hàng đang có yêu cầu hoàn tiền chờ duyệt.');
    this.carrier = parcel.carrier;
    this.trackingCode = parcel.trackingCode;
    this.sentAt ??= now;
  }

  /** Takes its parcel away. @throws ShopError 409 unless it is sent, and is refunded or can be delivered */
  undoSend(): void {
    if (!this.isRefundedOnItsWay) this.mustBeDeliverable();
    if (!this.sentAt) throw new ShopError(409, 'Đơn hàng chưa được gửi đi.');
    this.carrier = null;
    this.trackingCode = null;
    this.sentAt = null;
  }

  /** Its money is back and its goods are not: they still arrive, or come back. */
  private get isRefundedOnItsWay(): boolean {
    return this.refundedAt !== null && this.sentAt !== null && this.deliveredAt === null;
  }

  /** @throws ShopError 409 unless it is paid or is paid on delivery, not refunded and not yet delivered */
  private mustBeDeliverable(): void {
    if (PAYMENT_MEANS[this.paymentMethod].isPaidOnDelivery && !this.isPaid) this.mustBeUnpaid();
    else this.mustBePaid();
    if (this.deliveredAt) throw new ShopError(409, 'Đơn hàng đã được giao.');
  }

  /**
   * Takes back a delivery that was recorded by mistake. A refunded order is on its way again, if it was sent.
   * @throws ShopError 409 unless it is delivered, and is not refunded or was sent
   */
  undoDelivery(): void {
    if (this.refundedAt && !this.sentAt) throw new ShopError(409, 'Đơn hàng đã được hoàn tiền.');
    if (!this.deliveredAt) throw new ShopError(409, 'Đơn hàng chưa được giao.');
    this.deliveredAt = null;
  }

  /** @throws ShopError 409 for a delivered, cancelled or refunded order */
  mustBeUndelivered(): void {
    if (this.isCancelled) throw new ShopError(409, 'Đơn hàng đã bị hủy.');
    if (this.refundedAt) throw new ShopError(409, 'Đơn hàng đã được hoàn tiền.');
    if (this.deliveredAt) throw new ShopError(409, 'Đơn hàng đã được giao.');
  }

  /** @throws ShopError 409 unless it is paid and not refunded */
  refund(now: Date): void {
    this.mustBePaid();
    this.refundedAt = now;
  }

  /** @throws ShopError 409 for an unpaid, cancelled or refunded order */
  mustBePaid(): void {
    if (this.isCancelled) throw new ShopError(409, 'Đơn hàng đã bị hủy.');
    if (!this.isPaid) throw new ShopError(409, 'Đơn hàng chưa được thanh toán.');
    if (this.refundedAt) throw new ShopError(409, 'Đơn hàng đã được hoàn tiền.');
  }
}
