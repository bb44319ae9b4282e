import { z } from 'zod';
import { CurrentPassword } from '../accounts/auth.js';
import { Id, PageQuery, Timestamp, oneOf, optionalText } from '../common.js';
import { MAX_INTEGRATION_NAME, MAX_WEBHOOK_URL, WEBHOOK_TYPES } from './integration-rules.js';

const Types = z
  .array(z.enum(WEBHOOK_TYPES, 'Sự kiện không hợp lệ'), 'Vui lòng chọn ít nhất một sự kiện')
  .min(1, 'Vui lòng chọn ít nhất một sự kiện')
  .max(WEBHOOK_TYPES.length, 'Sự kiện không hợp lệ');

/** An address of the owner's that gets webhooks, without its secret. */
export const WebhookEndpoint = z
  .object({
    id: Id,
    url: z.string(),
    description: z.string(),
    events: z.array(z.enum(WEBHOOK_TYPES)).max(WEBHOOK_TYPES.length),
    is_active: z.boolean(),
    created_at: Timestamp,
    /** The first failure since the last success; null while it works. */
    failing_since: Timestamp.nullable(),
    /** When the shop itself switched it off, after it had failed for long. */
    disabled_at: Timestamp.nullable(),
    /** Until when the secret before the present one signs too; null unless it does. */
    previous_secret_until: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** An endpoint with its new secret: the only response that shows it. */
export const NewWebhookEndpoint = WebhookEndpoint.extend({ secret: z.string() }).meta({ id: 'NewWebhookEndpoint' });
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>;

export const CreateWebhookEndpoint = z
  .object({
    url: z
      .string('Vui lòng nhập địa chỉ nhận')
      .trim()
      .min(1, 'Vui lòng nhập địa chỉ nhận')
      .max(MAX_WEBHOOK_URL, `Tối đa ${MAX_WEBHOOK_URL} ký tự`)
      // Here, so that it is marked together with other fields. The shop's own rules of addresses are checked afterwards.
      .refine((url) => url === '' || URL.canParse(url), 'Địa chỉ không hợp lệ, ví dụ https://example.com/webhooks'),
    description: optionalText(MAX_INTEGRATION_NAME).optional(),
    events: Types,
    current_password: CurrentPassword,
  })
  .meta({ id: 'CreateWebhookEndpoint' });
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>;

export const RotateWebhookSecret = z.object({ current_password: CurrentPassword }).meta({ id: 'RotateWebhookSecret' });
export type RotateWebhookSecret = z.infer<typeof RotateWebhookSecret>;

/**
 * The address stays: its secret belongs to it. Further events require the administrator's own `current_password`. `was` holds the
 * endpoint as its editor saw it: one that changed meanwhile is not overwritten (409).
 */
export const UpdateWebhookEndpoint = z
  .object({
    description: optionalText(MAX_INTEGRATION_NAME),
    events: Types,
    is_active: z.boolean('Phải là true hoặc false'),
    current_password: CurrentPassword,
    was: WebhookEndpoint.pick({ description: true, events: true }).partial(),
  })
  .partial()
  .meta({ id: 'UpdateWebhookEndpoint' });
export type UpdateWebhookEndpoint = z.infer<typeof UpdateWebhookEndpoint>;

/** `pending`: waits for its first or next attempt. `failed`: given up until an administrator sends it again. */
const WEBHOOK_STATES = ['pending', 'sent', 'failed'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** One attempt to deliver a webhook. */
export const WebhookAttempt = z.object({
  attempted_at: Timestamp,
  /** The status of the answer; null when there was none. */
  status: z.int().nullable(),
  duration_ms: z.int(),
  /** The beginning of the answer's body. */
  answer: z.string(),
  /** Why it failed; null for a success. */
  error: z.string().nullable(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

/** A webhook for one endpoint. */
export const WebhookDelivery = z
  .object({
    id: Id,
    /** The id that the receiver gets with every attempt. */
    event_id: z.string(),
    type: z.enum(WEBHOOK_TYPES),
    /** The order or the product that it is about. */
    subject_id: Id,
    state: z.enum(WEBHOOK_STATES),
    attempts: z.int(),
    created_at: Timestamp,
    /** Null unless it is pending. */
    next_attempt_at: Timestamp.nullable(),
    sent_at: Timestamp.nullable(),
    /** The latest attempts, newest first. */
    log: z.array(WebhookAttempt),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryQuery = PageQuery.extend({ state: oneOf(WEBHOOK_STATES), type: oneOf(WEBHOOK_TYPES) });
export type WebhookDeliveryQuery = z.infer<typeof WebhookDeliveryQuery>;
