import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config.js';

/** A mail server that is slower than this at anything gets another chance later. */
const PHASE_MS = 10_000;
/** The longest that one attempt may take; the next one is due later than that. */
const ATTEMPT_MS = 60_000;

/** A message as it leaves the shop. */
export interface Message {
  /** Made from its row, so that a message that is sent again after all is known to be the same. */
  messageId: string;
  /** What its file is called where there is no mail server. */
  name: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** How mails leave the shop: to the mail server of SMTP_URL, or without one into files. */
export class MailTransport {
  private constructor(
    /** Resolves when the message has arrived at its next station, for good. */
    readonly send: (message: Message) => Promise<void>,
  ) {}

  static from({ smtpUrl, dataDir }: Config): MailTransport {
    return new MailTransport(smtpUrl ? bySmtp(smtpUrl) : intoFolder(path.join(dataDir, 'mail')));
  }
}

const optionsOf = ({ name: _, ...message }: Message): SendMailOptions => ({
  ...message,
  // Nobody's out-of-office note should come back (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

function bySmtp(url: string) {
  const server = createTransport({
    url,
    connectionTimeout: PHASE_MS,
    greetingTimeout: PHASE_MS,
    socketTimeout: PHASE_MS,
  });
  return async (message: Message) => {
    await server.sendMail({ ...optionsOf(message), signal: AbortSignal.timeout(ATTEMPT_MS) });
  };
}

/** Each message is a file that any mail program opens, written whole or not at all. Links in it open accounts. */
function intoFolder(folder: string) {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (message: Message) => {
    const { message: bytes } = await writer.sendMail(optionsOf(message));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const aside = path.join(folder, `.${randomUUID()}`);
    try {
      const file = await open(aside, 'wx', 0o600);
      try {
        await file.writeFile(bytes as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(aside, path.join(folder, `${message.name}.eml`));
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  };
}
