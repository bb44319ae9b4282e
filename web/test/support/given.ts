import type { Me } from 'contract/accounts/profile';
import type { Settings } from 'contract/administration/settings';
import type { Product, Variant } from 'contract/catalog/catalog';
import type { AdminOrder, Order } from 'contract/orders/orders';
import type { Parcel } from 'contract/orders/parcels';
import type { Wallet, WalletTransaction } from 'contract/money/paybox';

const LONG_AGO = '2026-01-31T09:30:00.000Z';

/** A variant of product 5: black, size M, 3 in stock, unless said otherwise. */
export const variant = (changed: Partial<Variant> = {}): Variant => ({
  id: 12,
  product: 5,
  price: 200_000,
  stock_quantity: 3,
  color: { id: 1, name: 'Đen', hex_code: '#222222' },
  size: { id: 1, name: 'M' },
  ...changed,
});

/** Product 5 without variants, 150.000 đồng, 4 in stock, unless said otherwise. */
export const product = (changed: Partial<Product> = {}): Product => ({
  id: 5,
  name: 'Áo thun',
  image: null,
  price: 150_000,
  oldPrice: null,
  min_price: 150_000,
  rating: 0,
  numReviews: 0,
  total_sold: 0,
  countInStock: 4,
  total_stock: 4,
  createdAt: LONG_AGO,
  brand: null,
  category: null,
  has_variants: (changed.variants ?? []).length > 0,
  discount: 0,
  is_new: false,
  hover_image: null,
  swatches: [],
  colors: [],
  description: '',
  images: [],
  pictures: [],
  variants: [],
  available_colors: [],
  available_sizes: [],
  reviews: [],
  rating_breakdown: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
  fit_votes: { tight: 0, right: 0, loose: 0 },
  material: '',
  care: '',
  model_height: null,
  model_size: '',
  size_table: null,
  ...changed,
});

/** A shopper called lan. */
export const me = (changed: Partial<Me> = {}): Me => ({
  id: 7,
  username: 'lan',
  email: 'lan@example.com',
  isAdmin: false,
  first_name: '',
  last_name: '',
  phone: '',
  gender: '',
  birth_date: '',
  address: '',
  avatar: null,
  ...changed,
});

/** Keeps a login in local storage, as an earlier visit would have. */
export function signedIn(changed: Partial<Me> = {}) {
  localStorage.setItem('authTokens', JSON.stringify({ access: 'access-1', refresh: 'refresh-1' }));
  localStorage.setItem('userInfo', JSON.stringify({ ...me(changed), profileFetched: true }));
}

/** An unpaid order of one shirt: 150.000 + 7.500 tax. */
export const order = (changed: Partial<Order> = {}): Order => ({
  id: 31,
  createdAt: LONG_AGO,
  user: { username: 'lan', email: 'lan@example.com' },
  shippingAddress: {
    address: '1 Tràng Tiền',
    city: 'Hà Nội',
    postalCode: '10000',
    country: 'Việt Nam',
    receiver: '',
    phone: '',
  },
  orderItems: [{ id: 1, product: 5, productName: 'Áo thun', image: null, qty: 1, price: 150_000, variant_info: null }],
  paymentMethod: 'Stripe',
  itemsPrice: 150_000,
  shippingPrice: 0,
  taxPrice: 7_500,
  discount: 0,
  coupon_code: null,
  totalPrice: 157_500,
  gift_note: '',
  staff_note: '',
  status: 'unpaid',
  isPaid: false,
  paidAt: null,
  isDelivered: false,
  deliveredAt: null,
  isRefunded: false,
  refundedAt: null,
  refundedToCard: 0,
  refundedToWallet: 0,
  leftToRefund: 0,
  isCancelled: false,
  cancelledAt: null,
  isExpired: false,
  cancel_reason: null,
  refund_reason: null,
  refund_request: null,
  notice: null,
  sentAt: null,
  parcel: null,
  disputes: [],
  ...changed,
});

/** The parcel of a sent order, sent a day after it was placed. */
export const parcel = (changed: Partial<Parcel> = {}): Parcel => ({
  carrier: 'ghn',
  tracking_code: 'GAX4KD7B',
  tracking_url: 'https://donhang.ghn.vn/?order_code=GAX4KD7B',
  sent_at: '2026-02-01T08:40:00.000Z',
  ...changed,
});

export const wallet = (changed: Partial<Wallet> = {}): Wallet => ({
  balance: 500_000,
  owed: 0,
  is_active: true,
  created_at: LONG_AGO,
  updated_at: LONG_AGO,
  user_info: { username: 'lan', email: 'lan@example.com' },
  ...changed,
});

export const transaction = (changed: Partial<WalletTransaction> = {}): WalletTransaction => ({
  id: 1,
  transaction_type: 'DEPOSIT',
  transaction_type_display: 'Nạp tiền',
  amount: 500_000,
  is_incoming: true,
  status: 'COMPLETED',
  description: 'Nạp tiền bằng thẻ',
  order_info: null,
  balance_after: 500_000,
  created_at: LONG_AGO,
  wallet_info: { user_username: 'lan' },
  ...changed,
});

/** The same order as administrators see it: placed by lan, user 7, and nothing else happened. */
export const adminOrder = (changed: Partial<AdminOrder> = {}): AdminOrder => ({
  ...order(changed),
  user: { id: 7, username: 'lan', email: 'lan@example.com' },
  transfer_code: null,
  events: [
    {
      id: 1,
      transition: 'place',
      statusBefore: null,
      statusAfter: 'unpaid',
      actor: { is: 'buyer', username: 'lan' },
      paidWith: null,
      reason: null,
      createdAt: LONG_AGO,
    },
  ],
  transfers: [],
  intents: [],
  otherRefunds: [],
  ...changed,
});

/** The settings of the shop MAY, with the fees and ways to pay of a new shop. */
export const shopSettings = (changed: Partial<Settings> = {}): Settings => ({
  shop_name: 'MAY',
  email: 'xinchao@example.com',
  phone: '1900 0000',
  address: '12 Hàng Gai',
  legal_name: 'Công ty MAY',
  tax_code: '0100000000',
  shipping: { standard_fee: 0, reduced_threshold: 1_000_000, reduced_fee: 100_000, free_threshold: 2_000_000 },
  tax_percent: 5,
  delivery: {
    handling_days: 1,
    min_days: 1,
    max_days: 4,
    cutoff_hour: 15,
    closed_weekdays: [6, 7],
    closed_dates: [],
    zones: [],
    earlier: [],
  },
  payment_window_minutes: 1_440,
  unpaid_limits: { orders: 5, per_item: 20, pieces: 100 },
  cod: { is_on: false, max_total: 5_000_000, window_minutes: 10_080 },
  vietqr: { is_on: false, bank_bin: '', account_number: '', account_name: '' },
  search_learning: true,
  cart_reminders: false,
  payment: { publishable_key: '', script_url: '' },
  ...changed,
});
