import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { fileHeaders } from './file-headers';
import { idOfRequest } from './request-id';
import { hasBody } from './request-body';

/** Statuses that refuse a request, with the message for the caller. */
const SENTENCES = {
  400: 'Yêu cầu không hợp lệ.',
  404: 'Không tìm thấy',
  405: 'Phương thức không được hỗ trợ',
  408: 'Dữ liệu gửi lên quá chậm. Vui lòng thử lại.',
  413: 'Dữ liệu gửi lên quá lớn',
  429: 'Bạn thao tác quá nhanh. Vui lòng thử lại sau.',
  431: 'Yêu cầu có quá nhiều thông tin kèm theo.',
  503: 'Hệ thống đang bận hoặc đang khởi động lại. Vui lòng thử lại sau ít phút.',
};
/** Retry-After in seconds. */
const RETRY_AFTER: Partial<Record<Refusal, string>> = { 429: '1', 503: '5' };

export type Refusal = keyof typeof SENTENCES;

/** Statuses of a malformed head, after which the connection cannot be trusted. */
const CLOSES = new Set<Refusal>([400, 405, 431]);

/**
 * Answers with the contract's error body, and closes a connection whose request is not complete.
 * @param more keys beside the sentence
 */
export function refuse(response: ServerResponse, status: Refusal, more?: Record<string, string>): void {
  send(response, status, 'application/json; charset=utf-8', bodyOf(status, more));
}

/** Refuses a page: a navigation gets a small HTML page, a script the contract's error body. */
export function refusePage(response: ServerResponse, status: Refusal): void {
  if (!response.req.headers.accept?.includes('text/html')) return refuse(response, status);
  send(response, status, 'text/html; charset=utf-8', refusalPage(status, idOfRequest(response.req)));
}

const RETRY = { title: 'Vui lòng thử lại', link: '<a href="">Thử lại</a>' };
/** For an address that a retry does not find either. */
const GO_HOME = { title: SENTENCES[404], link: '<a href="/">Về trang chủ</a>' };

/** A static page with the message, a link to go on and the request's id. It needs no rendering and no files. */
export function refusalPage(status: Refusal, requestId?: string): string {
  const { title, link } = status === 404 ? GO_HOME : RETRY;
  return `<!doctype html>
<html lang="vi">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<body style="font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem">
<p>${SENTENCES[status]}</p>
<p>${link}</p>
${requestId ? `<p><small>Mã lỗi ${requestId}</small></p>\n` : ''}`;
}

function send(response: ServerResponse, status: Refusal, type: string, body: string) {
  if (response.headersSent) return void response.destroy();
  const headers = [...fileHeaders(response.req), ...headersOf(status, type, body)];
  for (const [name, value] of headers) response.setHeader(name, value);
  if (CLOSES.has(status) || (hasBody(response.req) && !response.req.complete))
    response.setHeader('Connection', 'close');
  response.writeHead(status).end(body);
}

/** Refuses a WebSocket upgrade, which has no response object, and closes the connection: no timeout watches it any more. */
export function refuseSocket(socket: Duplex, status: Refusal): void {
  const body = bodyOf(status);
  const headers = [...headersOf(status, 'application/json; charset=utf-8', body), ['Connection', 'close']];
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`, () => socket.destroy());
}

const bodyOf = (status: Refusal, more?: Record<string, string>) =>
  JSON.stringify({ detail: SENTENCES[status], error: SENTENCES[status], ...more });

function headersOf(status: Refusal, type: string, body: string): [name: string, value: string][] {
  const headers: [string, string][] = [
    ['Content-Type', type],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Cache-Control', 'no-store'],
  ];
  const retryAfter = RETRY_AFTER[status];
  if (retryAfter) headers.push(['Retry-After', retryAfter]);
  return headers;
}
