import { AuditEntry } from '../administration/audit.js';
import { BrowserReport } from '../administration/browser-reports.js';
import { Customer } from '../administration/customers.js';
import { Counts, Dashboard } from '../administration/dashboard.js';
import { LedgerCheck } from '../money/ledger.js';
import { Mail, ResentMails } from '../administration/mail.js';
import { example } from './example.js';

const DAY = { revenue: 735_800, orders: 2, average_order: 367_900, new_users: 1, conversion: 66.7 };
const EMPTY_DAY = { revenue: 0, orders: 0, average_order: null, new_users: 0, conversion: null };

const COUNTS = {
  orders_to_deliver: 5,
  orders_to_collect: 1,
  pending_refunds: 2,
  unanswered_chats: 1,
  unmatched_transfers: 0,
  pending_photos: 3,
  failed_mails: 0,
  disabled_webhooks: 0,
} satisfies Counts;

/** Examples of figures, the audit log and mails. */
export const REPORT_EXAMPLES = [
  example(Counts, COUNTS),
  example(Dashboard, {
    period: { from: '2026-01-31', to: '2026-01-31', totals: DAY, days: [{ day: '2026-01-31', ...DAY }] },
    before: { from: '2026-01-30', to: '2026-01-30', totals: EMPTY_DAY, days: [{ day: '2026-01-30', ...EMPTY_DAY }] },
    best_sellers: [{ id: 12, name: 'Áo thun cotton cổ tròn', image: null, total_stock: 18, sold: 4, total: 796_000 }],
    low_stock: { count: 1, products: [{ id: 20, name: 'Quần kaki ống đứng', image: null, total_stock: 3 }] },
    sold_out_variants: 0,
    orders_by_status: { unpaid: 1, paid: 2, delivered: 0, refund_requested: 0, refunded: 0, cancelled: 0 },
    wallets: { liability: 38_450_000, count: 240, locked: 1 },
    counts: COUNTS,
  }),
  example(Customer, {
    user: {
      id: 7,
      username: 'lan',
      email: 'lan@example.com',
      first_name: 'Lan',
      last_name: 'Nguyễn Thị',
      phone: '0912345678',
      is_active: true,
      is_staff: false,
      date_joined: '2026-01-05T03:00:00.000Z',
      closed_at: null,
    },
    orders: {
      count: 4,
      paid: 2,
      spent: 735_800,
      refunded: 0,
      last_at: '2026-01-31T09:30:00.000Z',
      unpaid: 1,
    },
    wallet: { id: 19, balance: 132_100, owed: 0, is_active: true },
    reviews: 2,
    chat: { last_at: '2026-01-31T10:15:00.000Z', is_unanswered: true },
  }),
  example(LedgerCheck, {
    checked_at: '2026-01-31T09:30:00.000Z',
    is_overdue: false,
    is_running: false,
    waits_for: 'nothing',
    attempted_at: '2026-01-31T09:30:00.000Z',
    reason: null,
    rules_done: 20,
    rules: 20,
    failure: null,
    breaches: [],
  }),
  example(AuditEntry, {
    id: 903,
    created_at: '2026-01-31T09:30:00.000Z',
    actor: { id: 1, username: 'admin' },
    api_key: null,
    address: '203.0.113.5',
    action: 'update',
    subject: 'product',
    subject_id: 12,
    subject_name: 'Áo thun cotton cổ tròn',
    before: { price: 249_000 },
    after: { price: 199_000 },
  }),
  example(Mail, {
    id: 66,
    template: 'order_paid',
    user: { id: 7, username: 'lan', email: 'lan@example.com' },
    order_id: 31,
    state: 'sent',
    attempts: 1,
    last_error: null,
    created_at: '2026-01-31T09:31:12.000Z',
    next_attempt_at: null,
    sent_at: '2026-01-31T09:31:14.000Z',
    can_send_again: true,
  }),
  example(ResentMails, { count: 12, remaining: 0 }),
  example(BrowserReport, {
    release: '1.4.0 1a2b3c',
    page: 'product',
    vitals: { lcp: 1_240, inp: 48, ttfb: 90, cls: 0.004 },
    errors: [{ page: 'product', name: 'TypeError', message: 'x is undefined', frames: ['product-1a2b3c4.js:1:2345'] }],
  }),
];
