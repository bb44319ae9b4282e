import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { fileHeaders } from './file-headers';
import { hasBody } from './request-body';

/** Why a request is not passed on, with the sentence that its caller reads. */
export const SENTENCES = {
  400: 'Yêu cầu không hợp lệ.',
  404: 'Không tìm thấy',
  405: 'Phương thức không được hỗ trợ',
  408: 'Dữ liệu gửi lên quá chậm. Vui lòng thử lại.',
  413: 'Dữ liệu gửi lên quá lớn',
  429: 'Bạn thao tác quá nhanh. Vui lòng thử lại sau.',
  431: 'Yêu cầu có quá nhiều thông tin kèm theo.',
  503: 'Hệ thống đang bận hoặc đang khởi động lại. Vui lòng thử lại sau ít phút.',
};
/** Seconds after which to try again. */
const RETRY_AFTER: Partial<Record<Refusal, string>> = { 429: '1', 503: '5' };

export type Refusal = keyof typeof SENTENCES;

/** Who says such a thing may mean something else by what comes next. */
const CLOSES = new Set<Refusal>([400, 405, 431]);

/** Answers with the contract's error body. A connection whose request has not come whole is closed. */
export function refuse(response: ServerResponse, status: Refusal): void {
  if (response.headersSent) return void response.destroy();
  for (const [name, value] of [...fileHeaders(response.req), ...headersOf(status)]) response.setHeader(name, value);
  if (CLOSES.has(status) || (hasBody(response.req) && !response.req.complete))
    response.setHeader('Connection', 'close');
  response.writeHead(status).end(bodyOf(status));
}

/** The same for a request that wanted a socket, for which there is no response object. */
export function refuseSocket(socket: Duplex, status: Refusal): void {
  const headers = [...headersOf(status), ['Connection', 'close']];
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${bodyOf(status)}`);
}

const bodyOf = (status: Refusal) => JSON.stringify({ detail: SENTENCES[status], error: SENTENCES[status] });

function headersOf(status: Refusal): [name: string, value: string][] {
  const headers: [string, string][] = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(bodyOf(status)))],
    ['Cache-Control', 'no-store'],
  ];
  const retryAfter = RETRY_AFTER[status];
  if (retryAfter) headers.push(['Retry-After', retryAfter]);
  return headers;
}
