import { randomBytes } from 'node:crypto';
import { SignedIn } from '../../src/contract/auth.js';
import { openShop, shop } from '../support/client.js';
import { given } from '../support/given.js';

const { SHOP_URL, SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD } = process.env;

/** Ends the name of everything that this run makes. */
export const SUFFIX = randomBytes(4).toString('hex');
export const PASSWORD = `mat-khau-${SUFFIX}`;

/** Whether the tests may sign in as an administrator: always in a shop of their own. */
export const hasAdmin = !SHOP_URL || Boolean(SHOP_ADMIN_USERNAME && SHOP_ADMIN_PASSWORD);

/** Uses the shop at SHOP_URL, or opens one for this test file. */
export function useShop(): void {
  if (!SHOP_URL) openShop({ RATE_LIMIT: 'off' });
}

/** Speaks HTTP to the shop. @returns the status, and the body where it is JSON */
export async function call(method: string, path: string, { access, body }: { access?: string; body?: object } = {}) {
  const isForm = body instanceof FormData;
  const reply = await fetch(`${SHOP_URL?.replace(/\/$/, '') ?? shop().url}${path}`, {
    method,
    headers: {
      ...(access && { Authorization: `JWT ${access}` }),
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
    },
    body: isForm ? body : body && JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.includes('json') && text !== '';
  return { status: reply.status, body: (isJson ? JSON.parse(text) : text) as unknown };
}

/** @returns an access token */
export async function signIn(username: string, password: string): Promise<string> {
  const { body } = await call('POST', '/auth/jwt/create/', { body: { username, password } });
  return SignedIn.parse(body).access;
}

/** @returns an administrator's access token */
export async function adminAccess(): Promise<string> {
  if (SHOP_URL) return signIn(SHOP_ADMIN_USERNAME!, SHOP_ADMIN_PASSWORD!);
  const { username } = await given.admin({ password: PASSWORD });
  return signIn(username, PASSWORD);
}
