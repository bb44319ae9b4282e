import { z } from 'zod';
import { DayQuery, Id, PageQuery, Search, Timestamp, oneOf } from '../common.js';

/** Actions of administrators. */
export const AUDIT_ACTIONS = [
  'create',
  'update',
  'archive',
  'restore',
  'delete',
  'deliver',
  'pay',
  'cancel',
  'approve',
  'reject',
  'lock',
  'unlock',
  'import',
  'export',
] as const;
export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;

/** Subjects of those actions. */
const AUDIT_SUBJECTS = [
  'product',
  'category',
  'brand',
  'color',
  'size',
  'order',
  'user',
  'review',
  'wallet',
  'refund',
  'coupon',
  'settings',
  'catalogue',
  'transactions',
  'mail',
  'synonym',
  'pins',
  'bank_transfer',
  'bank_webhook',
  'webhook',
  'api_key',
] as const;
export const AuditSubject = z.enum(AUDIT_SUBJECTS);
export type AuditSubject = z.infer<typeof AuditSubject>;

/** The field names in `before` and `after`. Changed variants appear under their own names. */
export type AuditFact =
  // Product, category, brand, colour, size.
  | 'name'
  | 'title'
  | 'description'
  | 'image'
  | 'images'
  | 'picture_colors'
  | 'price'
  | 'oldPrice'
  | 'countInStock'
  | 'brand'
  | 'category'
  | 'has_variants'
  | 'material'
  | 'care'
  | 'model_height'
  | 'model_size'
  | 'size_table'
  | 'hex_code'
  | 'position'
  // Review.
  | 'rating'
  | 'comment'
  | 'fit'
  // Coupon.
  | 'code'
  | 'discount_amount'
  | 'min_order_amount'
  | 'valid_from'
  | 'valid_to'
  | 'is_active'
  | 'usage_limit'
  | 'per_user_limit'
  // User, wallet.
  | 'username'
  | 'email'
  | 'hasNewPassword'
  | 'chat_settled'
  | 'is_staff'
  | 'two_factor'
  | 'recovery_codes'
  | 'balance'
  | 'owed'
  // Order, refund.
  | 'isDelivered'
  | 'isCancelled'
  | 'isApproved'
  | 'status'
  | 'reason'
  | 'isPaid'
  | 'shipping_address'
  | 'staff_note'
  | 'parcel'
  // Money from outside the shop.
  | 'amount'
  | 'reference'
  | 'order'
  | 'note'
  // Settings.
  | 'shop_name'
  | 'phone'
  | 'address'
  | 'legal_name'
  | 'tax_code'
  | 'shipping'
  | 'tax_percent'
  | 'delivery'
  | 'payment_window_minutes'
  | 'unpaid_limits'
  | 'payment'
  | 'cod'
  | 'vietqr'
  | 'require_two_factor'
  | 'search_learning'
  | 'cart_reminders'
  // Synonym, pins of a query.
  | 'word'
  | 'meanings'
  | 'is_two_way'
  | 'pinned'
  | 'buried'
  // Webhook endpoint, API key.
  | 'url'
  | 'events'
  | 'has_new_secret'
  | 'scopes'
  | 'expires_at'
  // Import.
  | 'products'
  | 'created'
  | 'updated'
  | 'unchanged'
  | 'variants'
  | 'errors'
  | 'warnings'
  // Export: the filters of the query.
  | 'search'
  | 'sort'
  | 'from'
  | 'to'
  | 'todo'
  | 'date_of'
  | 'user'
  | 'wallet'
  | 'type'
  | 'count';

const Facts = z.record(z.string(), z.unknown());

/** A line of the audit log. `before` and `after` hold the fields that differ, as the API names them. */
export const AuditEntry = z
  .object({
    id: Id,
    created_at: Timestamp,
    /** The actor's name at that time; the account may have been deleted since. */
    actor: z.object({ id: Id, username: z.string() }),
    /** The key with which an integration acted for the actor; null for a person. */
    api_key: z.object({ id: Id, name: z.string() }).nullable(),
    address: z.string(),
    action: AuditAction,
    subject: AuditSubject,
    /** Null for a subject that exists once, such as the settings. */
    subject_id: Id.nullable(),
    subject_name: z.string(),
    before: Facts.nullable(),
    after: Facts.nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** `search` matches part of the subject's or the actor's name. */
export const AuditQuery = PageQuery.extend({
  ...DayQuery.shape,
  search: Search,
  action: oneOf(AUDIT_ACTIONS),
  subject: oneOf(AUDIT_SUBJECTS),
  subject_id: z.preprocess((id) => (id === '' ? undefined : Number(id)), Id.optional()),
  actor: z.preprocess((id) => (id === '' ? undefined : Number(id)), Id.optional()),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
