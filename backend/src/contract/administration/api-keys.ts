import { z } from 'zod';
import { Id, Timestamp, requiredText } from '../common.js';
import { API_SCOPES, MAX_INTEGRATION_NAME } from './integration-rules.js';
import { CurrentPassword } from '../accounts/auth.js';

/** `blocked`: its administrator has lost the rights, or lacks the second factor that the shop requires. */
const API_KEY_STATES = ['usable', 'expired', 'revoked', 'blocked'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

/** A key of an integration, without the key itself. */
export const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    /** The first characters, by which its owner recognises it. */
    prefix: z.string(),
    scopes: z.array(z.enum(API_SCOPES)),
    /** The administrator who made it: it ends with their rights. */
    created_by: z.object({ id: Id, username: z.string() }),
    created_at: Timestamp,
    expires_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
    /** Exact to a minute; null for a key that was never used. */
    last_used_at: Timestamp.nullable(),
    state: z.enum(API_KEY_STATES),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

/** A new key: the only response that shows it. */
export const NewApiKey = ApiKey.extend({ key: z.string() }).meta({ id: 'NewApiKey' });
export type NewApiKey = z.infer<typeof NewApiKey>;

export const CreateApiKey = z
  .object({
    name: requiredText(MAX_INTEGRATION_NAME, 'Vui lòng đặt tên cho khóa'),
    scopes: z
      .array(z.enum(API_SCOPES, 'Quyền không hợp lệ'), 'Vui lòng chọn ít nhất một quyền')
      .min(1, 'Vui lòng chọn ít nhất một quyền')
      .max(API_SCOPES.length, 'Quyền không hợp lệ'),
    /** How many days it is valid; null for no end. */
    days: z.int('Số ngày phải là số nguyên').min(1, 'Từ 1 đến 3650 ngày').max(3_650, 'Từ 1 đến 3650 ngày').nullish(),
    current_password: CurrentPassword,
  })
  .meta({ id: 'CreateApiKey' });
export type CreateApiKey = z.infer<typeof CreateApiKey>;
