import { Secret, TOTP } from 'otpauth';

/** The parameters that every authenticator app supports (RFC 6238): SHA-1, six digits, thirty seconds. */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** The previous and the next time step are accepted too, for clocks that differ. */
const WINDOW = 1;

/** Generates a secret in base 32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...TOTP_OPTIONS, ...names, secret: Secret.fromBase32(secret) });

/** Returns the URL for an authenticator app's QR code; the app shows the shop's and the user's name. */
export const otpauthUrl = (secret: string, names: { shopName: string; username: string }): string =>
  totpOf(secret, { issuer: names.shopName, label: names.username }).toString();

/** Returns the time step that the code belongs to; null for a code that is not valid now. */
export function stepOf(secret: string, code: string): number | null {
  const totp = totpOf(secret);
  const timestamp = Date.now();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
