import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../../platform/config/config.js';
import { mailFolder } from './mail-files.js';

/** The timeout of each step with the mail server; the mail is then retried later. */
const PHASE_MS = 10_000;
/** The time limit of an attempt; the next one is due later than that. */
const ATTEMPT_MS = 60_000;

/** A message to send. */
export interface Message {
  /** Derived from the mail's row, so that a repeated message is recognised as the same. */
  messageId: string;
  /** The name of its file when there is no mail server. */
  name: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  /** JPEGs that the HTML shows by their Content-IDs. */
  pictures: readonly { contentId: string; bytes: Buffer }[];
  cancelUrl?: string;
}

/** Sends mails to the mail server of SMTP_URL, or writes them into files without one. */
export class MailTransport {
  private constructor(
    /** Resolves when the mail server has accepted the message, or its file is written. */
    readonly send: (message: Message) => Promise<void>,
  ) {}

  static from(config: Config): MailTransport {
    return new MailTransport(config.smtpUrl ? bySmtp(config.smtpUrl) : intoFolder(mailFolder(config)));
  }
}

const optionsOf = ({ name: _, cancelUrl, pictures, ...message }: Message): SendMailOptions => ({
  ...message,
  attachments: pictures.map(({ contentId, bytes }, index) => ({
    cid: contentId,
    content: bytes,
    contentType: 'image/jpeg',
    contentDisposition: 'inline',
    filename: `${index + 1}.jpg`,
  })),
  // Suppresses automatic replies such as out-of-office notes (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated', ...(cancelUrl && { 'List-Unsubscribe': `<${cancelUrl}>` }) },
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
