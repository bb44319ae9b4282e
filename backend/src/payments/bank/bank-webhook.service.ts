import { Injectable, Logger } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DataSource } from 'typeorm';
import { BankEvent } from '../../contract/money/bank-transfers.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { repeatedLine } from '../../platform/errors/repeated-line.js';
import { ShopError, type FieldErrors } from '../../platform/errors/shop-error.js';
import { bookBankTransfer } from './book-transfer.js';
import { bookHeldUp } from './book-unmatched.js';
import { BankWebhookSecretService } from './bank-webhook-secret.service.js';

/** An event is a few hundred bytes. */
const MAX_BYTES = 8_192;
/** How far a delivery's time may be from the shop's clock, in seconds. An older delivery may be a replay. */
const TOLERANCE_S = 300;

/** What the bank sends beside the body. */
export interface WebhookHeaders {
  /** Unix time in seconds. */
  timestamp: string;
  /** HMAC-SHA256 of `timestamp`, a dot and the body, in hexadecimal. */
  signature: string;
}

/** Receives the bank's reports of transfers. They may come late, twice and in any order. */
@Injectable()
export class BankWebhookService {
  private readonly logger = new Logger('Bank transfers');
  /** Nothing else reports these transfers: when the clocks differ, each one is refused until the bank gives up. */
  private readonly logDelay = repeatedLine((delay: number) =>
    this.logger.error(
      `A report of the bank is refused: it is ${Math.round(Math.abs(delay))} seconds ${delay > 0 ? 'older' : 'newer'} than ` +
        'this machine’s clock. Either clock is wrong, or the report was sent late',
    ),
  );

  constructor(
    private readonly db: DataSource,
    private readonly secrets: BankWebhookSecretService,
  ) {}

  /**
   * Books a signed report, see `bookBankTransfer`, and what waited for it, in a transaction of its own, see `bookHeldUp`.
   * @param payload the raw body
   * @throws ShopError 413 for a body that is too long; 400 for a wrong signature or time, without a secret, and for a body that
   *   is no event; 409 for a contradiction. The bank sends it again then
   */
  async receive(payload: Buffer, headers: WebhookHeaders): Promise<void> {
    if (payload.length > MAX_BYTES) throw new ShopError(413, 'Dữ liệu quá lớn.');
    const secret = await this.secrets.read();
    if (secret === null || !isSigned(payload, headers, secret)) throw badSignature();
    const delay = Date.now() / 1_000 - Number(headers.timestamp);
    if (Math.abs(delay) > TOLERANCE_S) {
      this.logDelay(delay);
      throw badSignature();
    }
    const event = eventIn(payload);
    const confirmed = await inTransaction(this.db, (tx) => bookBankTransfer(tx, event));
    // A process that dies before this leaves it to the bank's repetition of the report, which has had no answer.
    if (confirmed) await inTransaction(this.db, (tx) => bookHeldUp(tx, confirmed));
  }
}

const badSignature = () => new ShopError(400, 'Chữ ký không hợp lệ.');

/** Compares in constant time. */
function isSigned(payload: Buffer, { timestamp, signature }: WebhookHeaders, secret: string): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(payload).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

function eventIn(payload: Buffer): BankEvent {
  const parsed = BankEvent.safeParse(jsonIn(payload));
  if (parsed.success) return parsed.data;
  const fields: FieldErrors = {};
  for (const { path, message } of parsed.error.issues) (fields[path.join('.') || 'body'] ??= []).push(message);
  throw ShopError.fields(fields);
}

function jsonIn(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}
