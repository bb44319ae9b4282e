import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** A mail as its reader sees it. */
export interface ReadMail {
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
}

/** Reads the mails to a recipient under DATA_DIR/mail, oldest first. */
export function keptMails(dataDir: string, to: string): ReadMail[] {
  const folder = path.join(dataDir, 'mail');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => readMail(readFileSync(path.join(folder, name), 'latin1')))
    .filter(({ headers }) => headers.to === to);
}

/** Parses a message of two parts, plain text and HTML (RFC 5322, 2045, 2047). */
export function readMail(source: string): ReadMail {
  const { headers, body } = entity(source);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  if (!boundary) throw new Error('The message has no parts');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => entity(part.replace(/^\r?\n/, '')));
  const partOf = (type: string) => {
    const part = parts.find((each) => each.headers['content-type']?.startsWith(type));
    if (!part) throw new Error(`The message has no part ${type}`);
    return decoded(part.body, part.headers['content-transfer-encoding']);
  };
  return { headers, subject: words(headers.subject ?? ''), text: partOf('text/plain'), html: partOf('text/html') };
}

function entity(source: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = source.split(/\r?\n\r?\n/);
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ]);
  return { headers: Object.fromEntries(headers) as Record<string, string>, body: rest.join('\r\n\r\n') };
}

function decoded(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  const whole = encoding === 'quoted-printable' ? unquoted(body.replace(/=\r?\n/g, '')) : body;
  return Buffer.from(whole, 'latin1').toString();
}

const unquoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

const words = (header: string) =>
  header
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString('latin1') : unquoted(word.replaceAll('_', ' ')),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
