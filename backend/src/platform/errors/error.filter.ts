import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TEXTS } from '../../contract/rules.js';
import { isDatabaseDown } from './database-down.js';
import { NoFreeSlot } from './no-free-slot.js';
import { repeatedLine } from './repeated-line.js';
import { reasonOfError } from './error-sentence.js';
import { ShopError } from './shop-error.js';

/** The default `Retry-After` in seconds. */
const RETRY_AFTER = '5';
const SENTENCES: Record<number, string> = {
  400: 'Dữ liệu không hợp lệ',
  401: TEXTS.loginAgain,
  403: TEXTS.forbidden,
  404: 'Không tìm thấy',
  405: 'Phương thức không được hỗ trợ',
  413: 'Dữ liệu gửi lên quá lớn',
  415: 'Định dạng không được hỗ trợ',
  429: 'Bạn thao tác quá nhanh. Vui lòng thử lại sau.',
  503: TEXTS.unavailable,
};

/** Turns any error of a request into the contract's error body. Unknown errors are logged and answered as a plain 500. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Error');
  /** While the database is down or busy, most calls fail, all for a few reasons. */
  private readonly logOutage = repeatedLine(
    (thrown: unknown, request: Request) => this.logFailed(thrown, request),
    (thrown) => reasonOfError(thrown),
  );

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (request.destroyed && !request.complete) return; // the client aborted the upload: not an error of the shop
    const error = this.read(thrown);
    if (isDiskFull(thrown)) this.logger.error(`The disk is full: ${request.method} ${request.path} was not stored.`);
    else if (error.status >= 500 && isOutage(thrown)) this.logOutage(thrown, request);
    else if (error.status >= 500) this.logFailed(thrown, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error.status === 401) response.setHeader('WWW-Authenticate', 'JWT');
    if (error.status === 503) response.setHeader('Retry-After', RETRY_AFTER);
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
    response.setHeader('Cache-Control', 'no-store');
    response.status(error.status).json({ detail: error.message, error: error.message, ...error.extra });
  }

  private logFailed(thrown: unknown, { method, path, url }: Request): void {
    this.logger.error({ err: thrown, url }, `${method} ${path}`);
  }

  private read(thrown: unknown): ShopError {
    if (thrown instanceof ShopError) return thrown;
    const status = thrown instanceof HttpException ? thrown.getStatus() : statusOf(thrown);
    return new ShopError(status, SENTENCES[status] ?? 'Đã xảy ra lỗi. Vui lòng thử lại.');
  }
}

/** True for an error of the database that the shop can do nothing about: the call may be repeated. */
const isOutage = (thrown: unknown) => thrown instanceof NoFreeSlot || isDatabaseDown(thrown);

/** True for the disk-full errors of Node and PostgreSQL, also behind the sentence of a media store. */
function isDiskFull(thrown: unknown): boolean {
  const error = thrown instanceof ShopError ? thrown.cause : thrown;
  const { code, driverError } = (error ?? {}) as { code?: string; driverError?: { code?: string } };
  return /^(ENOSPC|EDQUOT|53100)$/.test(driverError?.code ?? code ?? '');
}

/** Body parser and multer set a status or a code on plain errors; anything else is a bug. */
function statusOf(thrown: unknown): number {
  const { status, code, driverError } = (thrown ?? {}) as {
    status?: number;
    code?: string;
    driverError?: { code?: string };
  };
  if (status !== undefined && status >= 400 && status < 500) return status;
  if (code === 'LIMIT_FILE_SIZE') return 413;
  if (code?.startsWith('LIMIT_')) return 400;
  // A zero byte: valid in JSON, invalid in a text column.
  if (driverError?.code === '22021' || driverError?.code === '22P05') return 400;
  return isOutage(thrown) || isDiskFull(thrown) ? 503 : 500;
}
