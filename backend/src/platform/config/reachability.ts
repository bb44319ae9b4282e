import type { Settings } from './environment/schema.js';

/** Addresses on which no other machine reaches a server. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/i;
/** URLs by which a machine reaches itself. */
const ONLY_HERE = /^https?:\/\/(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(:\d+)?$/;

/** Returns the URL of a server on this machine: localhost if it listens on all addresses, brackets around IPv6. */
export function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Returns the setting that opens the shop to other machines: `HOST is "0.0.0.0"`. Undefined when only this machine reaches it. */
export function openingSetting({ HOST, BACKEND_HOST }: Settings): string | undefined {
  const [name, host] = Object.entries({ HOST, BACKEND_HOST }).find(([, host]) => !LOOPBACK.test(host)) ?? [];
  return name && `${name} is "${host}"`;
}

/**
 * Returns a sentence for each setting that keeps a production shop from reaching its shoppers.
 * @param publicUrl the origin of links in mails
 * @param smtpUrl the server of outgoing mails, if any
 */
export function productionWarnings(publicUrl: string, smtpUrl: string | undefined): string[] {
  const warnings: string[] = [];
  if (ONLY_HERE.test(publicUrl)) {
    warnings.push(
      `Links in mails lead to ${publicUrl}, which shoppers cannot reach: set PUBLIC_URL to the address that they see.`,
    );
  }
  if (!smtpUrl) {
    warnings.push('Mails are not sent but written to DATA_DIR/mail, password resets too: set SMTP_URL.');
  }
  return warnings;
}
