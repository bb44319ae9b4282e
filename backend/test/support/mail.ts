import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** A mail as its reader sees it. */
export interface ReadMail {
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
  /** Those that come with the mail, by Content-ID. */
  pictures: { contentId: string; type: string; bytes: Buffer }[];
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

/** Parses a message of plain text, HTML and pictures (RFC 5322, 2045, 2047, 2387). */
export function readMail(source: string): ReadMail {
  const { headers, ...message } = entity(source);
  const parts = partsOf({ headers, ...message });
  const partOf = (type: string) => {
    const part = parts.find((each) => each.headers['content-type']?.startsWith(type));
    if (!part) throw new Error(`The message has no part ${type}`);
    return bytesOf(part).toString();
  };
  const pictures = parts
    .filter((part) => part.headers['content-type']?.startsWith('image/'))
    .map((part) => ({
      contentId: part.headers['content-id']?.replace(/^<|>$/g, '') ?? '',
      type: part.headers['content-type']?.split(';')[0] ?? '',
      bytes: bytesOf(part),
    }));
  const [text, html] = [partOf('text/plain'), partOf('text/html')];
  return { headers, subject: words(headers.subject ?? ''), text, html, pictures };
}

interface Entity {
  headers: Record<string, string>;
  body: string;
}

/** The parts of a message that have no parts themselves, in their order. */
function partsOf(whole: Entity): Entity[] {
  const boundary = /boundary="([^"]+)"/.exec(whole.headers['content-type'] ?? '')?.[1];
  if (!boundary) return [whole];
  return whole.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(entity(part.replace(/^\r?\n/, ''))));
}

function entity(source: string): Entity {
  const [head = '', ...rest] = source.split(/\r?\n\r?\n/);
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ]);
  return { headers: Object.fromEntries(headers) as Record<string, string>, body: rest.join('\r\n\r\n') };
}

function bytesOf({ headers, body }: Entity): Buffer {
  const encoding = headers['content-transfer-encoding'] ?? '7bit';
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  const whole = encoding === 'quoted-printable' ? unquoted(body.replace(/=\r?\n/g, '')) : body;
  return Buffer.from(whole, 'latin1');
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
