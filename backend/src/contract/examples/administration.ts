import { ApiKey, CreateApiKey, NewApiKey } from '../administration/api-keys.js';
import { ChatMessage, ChatRoom, SettleRoom } from '../chat.js';
import { DEFAULT_DELIVERY } from '../orders/delivery-rules.js';
import { COD_MAX_TOTAL, COD_PAYMENT_WINDOW, DEFAULT_PRICING } from '../rules.js';
import { Settings, SettingsUpdate } from '../administration/settings.js';
import {
  CreateWebhookEndpoint,
  NewWebhookEndpoint,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from '../administration/webhooks.js';
import { example } from './example.js';

const PASSWORD = 'mat-khau-cua-toi';

const KEY = {
  id: 2,
  name: 'Kho hàng',
  prefix: 'may_sk_Ab3dE9',
  scopes: ['catalog:read', 'orders:read'],
  created_by: { id: 1, username: 'admin' },
  created_at: '2026-01-31T09:30:00.000Z',
  expires_at: '2027-01-31T09:30:00.000Z',
  revoked_at: null,
  last_used_at: null,
  state: 'usable',
} satisfies ApiKey;

const ENDPOINT = {
  id: 1,
  url: 'https://kho.example.com/may',
  description: 'Kho hàng',
  events: ['order.paid', 'stock.low'],
  is_active: true,
  created_at: '2026-01-31T09:30:00.000Z',
  failing_since: null,
  disabled_at: null,
  previous_secret_until: null,
} satisfies WebhookEndpoint;

const MESSAGE = {
  id: 512,
  message: 'Áo này còn cỡ M màu đen không ạ?',
  sender_id: 7,
  created_at: '2026-01-31T09:30:00.000Z',
} satisfies ChatMessage;

/** Examples of the shop's settings, chat and integrations. */
export const ADMINISTRATION_EXAMPLES = [
  example(Settings, {
    shop_name: 'MAY',
    email: 'cskh@example.com',
    phone: '19001234',
    address: '25 Tràng Tiền, Hà Nội',
    legal_name: 'Công ty TNHH MAY',
    tax_code: '0101234567',
    shipping: { standard_fee: 0, reduced_threshold: 1_000_000, reduced_fee: 100_000, free_threshold: 2_000_000 },
    tax_percent: DEFAULT_PRICING.taxPercent,
    delivery: {
      ...DEFAULT_DELIVERY,
      closed_weekdays: [6, 7],
      closed_dates: ['2026-02-17'],
      zones: [{ name: 'Nội thành', provinces: ['Hà Nội'], min_days: 0, max_days: 1 }],
      earlier: [{ max_days: 5, until: '2026-01-31T09:30:00.000Z' }],
    },
    payment_window_minutes: 1_440,
    unpaid_limits: { orders: 5, per_item: 20, pieces: 100 },
    cod: { is_on: true, max_total: COD_MAX_TOTAL, window_minutes: COD_PAYMENT_WINDOW },
    vietqr: { is_on: true, bank_bin: '970436', account_number: '0123456789', account_name: 'SHOP MAY' },
    search_learning: true,
    cart_reminders: true,
    payment: { publishable_key: 'pk_live_example', script_url: 'https://js.stripe.com/v3/' },
  }),
  example(SettingsUpdate, {
    phone: '19001234',
    shipping: { reduced_fee: 100_000 },
    delivery: { closed_dates: ['2027-02-05'], was: { closed_dates: [] } },
  }),
  example(ChatMessage, MESSAGE),
  example(ChatRoom, {
    room: '1_7',
    user: { id: 7, username: 'lan', avatar: null },
    last_message: MESSAGE,
    unread: 1,
    is_unanswered: true,
  }),
  example(SettleRoom, { last_message_id: MESSAGE.id }),
  example(CreateApiKey, {
    name: 'Kho hàng',
    scopes: ['catalog:read', 'orders:read'],
    days: 365,
    current_password: PASSWORD,
  }),
  example(ApiKey, KEY),
  example(NewApiKey, { ...KEY, key: `${KEY.prefix}…` }),
  example(CreateWebhookEndpoint, {
    url: ENDPOINT.url,
    description: ENDPOINT.description,
    events: ENDPOINT.events,
    current_password: PASSWORD,
  }),
  example(UpdateWebhookEndpoint, { is_active: false, was: { events: ENDPOINT.events } }),
  example(RotateWebhookSecret, { current_password: PASSWORD }),
  example(WebhookEndpoint, ENDPOINT),
  example(NewWebhookEndpoint, { ...ENDPOINT, secret: 'whsec_…' }),
  example(WebhookDelivery, {
    id: 77,
    event_id: 'evt_order_1042',
    type: 'order.paid',
    subject_id: 31,
    state: 'sent',
    attempts: 1,
    created_at: '2026-01-31T09:31:12.000Z',
    next_attempt_at: null,
    sent_at: '2026-01-31T09:31:13.000Z',
    log: [{ attempted_at: '2026-01-31T09:31:13.000Z', status: 204, duration_ms: 86, answer: '', error: null }],
  }),
];
