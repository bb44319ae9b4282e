import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { z } from 'zod';
import { Registered, SignedIn } from '../../src/contract/accounts/auth.js';
import { ErrorBody } from '../../src/contract/common.js';
import { openShop, shop } from '../support/client.js';
import { given } from '../support/given.js';

const { SHOP_URL, SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD } = process.env;

/** Ends the name of everything that this run makes. */
export const SUFFIX = randomBytes(4).toString('hex');
export const PASSWORD = `mat-khau-${SUFFIX}`;

/** Whether the tests may sign in as an administrator: always in a shop of their own. */
export const hasAdmin = !SHOP_URL || Boolean(SHOP_ADMIN_USERNAME && SHOP_ADMIN_PASSWORD);

/** Whether payments are the sandbox's: always in a shop of their own. */
export const takesTestCards = !SHOP_URL || process.env.SHOP_TAKES_TEST_CARDS === 'true';

/** Uses the shop at SHOP_URL, or opens one for this test file. */
export function useShop(): void {
  if (!SHOP_URL) openShop({ RATE_LIMIT: 'off' });
}

/** @returns the shop's origin, without a slash at its end */
export const origin = (): string => SHOP_URL?.replace(/\/$/, '') ?? shop().url;

interface CallOptions {
  access?: string;
  body?: object;
  isUrlEncoded?: boolean;
  headers?: Record<string, string>;
}

/** Speaks HTTP to the shop. @returns the status, and the body where it is JSON */
export async function call(
  method: string,
  path: string,
  { access, body, isUrlEncoded = false, headers }: CallOptions = {},
) {
  const isForm = body instanceof FormData;
  const reply = await fetch(`${origin()}${path}`, {
    method,
    headers: {
      ...headers,
      ...(access && { Authorization: `JWT ${access}` }),
      ...(body &&
        !isForm && { 'Content-Type': isUrlEncoded ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    body: isForm
      ? body
      : isUrlEncoded
        ? new URLSearchParams(body as Record<string, string>)
        : body && JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.includes('json') && text !== '';
  return { status: reply.status, headers: reply.headers, body: (isJson ? JSON.parse(text) : text) as unknown };
}

/** @returns an access token */
export async function signIn(username: string, password: string): Promise<string> {
  return read(await trySignIn(username, password), SignedIn).access;
}

/** The current password of the administrator of `adminAccess`. */
export const ADMIN_PASSWORD = SHOP_URL ? SHOP_ADMIN_PASSWORD : PASSWORD;

/** @returns an administrator's access token */
export async function adminAccess(): Promise<string> {
  if (SHOP_URL) return signIn(SHOP_ADMIN_USERNAME!, SHOP_ADMIN_PASSWORD!);
  const { username } = await given.admin({ password: PASSWORD });
  return signIn(username, PASSWORD);
}

type Reply = Awaited<ReturnType<typeof call>>;

/** Parses the body of a response by its contract schema. */
export function read<Schema extends z.ZodType>(reply: Reply, schema: Schema, status = 200): z.infer<Schema> {
  if (reply.status !== status) throw new Error(`${reply.status} instead of ${status}: ${JSON.stringify(reply.body)}`);
  return schema.parse(reply.body);
}

/** Expects an error of the contract. */
export function expectError(reply: Reply, status: number): void {
  expect([reply.status, reply.body]).toEqual([status, expect.anything()]);
  ErrorBody.parse(reply.body);
}

/** Expects a 400 that has sentences for this field, and for no other. */
export function expectFieldError(reply: Reply, field: string): void {
  expectError(reply, 400);
  expect(reply.body).toEqual({ detail: expect.any(String), error: expect.any(String), [field]: [expect.any(String)] });
}

export interface Account {
  id: number;
  username: string;
  access: string;
}

let accounts = 0;

/** Registers an account and signs in. */
export async function register(): Promise<Account> {
  const username = `kiem-thu-${SUFFIX}-${(accounts += 1)}-${randomBytes(2).toString('hex')}`;
  const body = { username, email: `${username}@example.com`, password: PASSWORD };
  const { id } = read(await call('POST', '/auth/users/', { body }), Registered, 201);
  return { id, username, access: await signIn(username, PASSWORD) };
}

/** Signs in once more. @returns the response */
export const trySignIn = (username: string, password = PASSWORD) =>
  call('POST', '/auth/jwt/create/', { body: { username, password } });

/** Closes an account, as its owner does. */
export async function closeAccount({ access }: Account): Promise<void> {
  const reply = await call('POST', '/auth/users/me/close/', { access, body: { current_password: PASSWORD } });
  expect([reply.status, reply.body]).toEqual([204, '']);
}

/** A multipart body. */
export function form(fields: Record<string, string | number | boolean | Blob>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value instanceof Blob ? value : String(value));
  return body;
}

/** A small picture that claims to be a PNG. */
export async function picture(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' = 'png',
  background = '#2040c0',
): Promise<Blob> {
  const create = { width: 30, height: 40, channels: 3, background } as const;
  return new Blob([new Uint8Array(await sharp({ create }).toFormat(format).toBuffer())], { type: 'image/png' });
}

/** Confirms a payment intent with a test card, as the card form does. */
export async function confirmCard(clientSecret: string): Promise<string> {
  const intent = clientSecret.split('_secret_')[0]!;
  const body = { client_secret: clientSecret, payment_method: 'pm_card_visa' };
  const reply = await call('POST', `/sandbox/stripe/v1/payment_intents/${intent}/confirm`, {
    body,
    isUrlEncoded: true,
  });
  expect(reply.status).toBe(200);
  return intent;
}
