import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileHeaders } from './file-headers';

/** Answers with a short text that no cache may store. */
export function answerText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  for (const [name, value] of fileHeaders(request)) response.setHeader(name, value);
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
}
