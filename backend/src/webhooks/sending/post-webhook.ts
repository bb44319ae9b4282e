import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { waitForResponse } from '../../platform/http/wait-for-response.js';
import type { AttemptResult } from './delivery-claims.sql.js';

const TIMEOUT_MS = 10_000;
/** The part of an answer that is read, and the part of that that is logged. */
const MAX_READ_BYTES = 16 * 1024;
const MAX_LOGGED = 500;

interface Post {
  headers: Record<string, string>;
  body: string;
  /** Resolves the host's name for the connection; undefined for any address. */
  lookup: LookupFunction | undefined;
}

/**
 * Posts a webhook once. It follows no redirect, reads no more than the beginning of the answer, and ends after ten seconds. Only a
 * 2xx is a success.
 */
export async function postWebhook(url: URL, { headers, body, lookup }: Post): Promise<AttemptResult> {
  const begun = performance.now();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const durationMs = () => Math.round(performance.now() - begun);
  try {
    const response = await send(url, { headers, body, lookup }, signal);
    const { statusCode: status = 0 } = response;
    const answer = await beginningOf(response);
    const error = status >= 200 && status < 300 ? null : failureOf(status);
    return { status, durationMs: durationMs(), answer, error };
  } catch (error) {
    const sentence = signal.aborted
      ? `Không phản hồi trong ${TIMEOUT_MS / 1_000} giây`
      : `Không kết nối được: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`;
    return { status: null, durationMs: durationMs(), answer: '', error: sentence };
  }
}

const failureOf = (status: number) =>
  status >= 300 && status < 400 ? `Trả lời mã ${status}: không đi theo chuyển hướng` : `Trả lời mã ${status}`;

function send(url: URL, { headers, body, lookup }: Post, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const post = request(url, {
    method: 'POST',
    signal,
    lookup,
    // A connection of its own: one that another request opened was not checked by this look-up.
    agent: false,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'MAY-Webhooks/1',
    },
  });
  return waitForResponse(post, body);
}

/** Reads the beginning of an answer as text, without control characters. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size >= MAX_READ_BYTES) break;
  }
  const text = Buffer.concat(chunks).toString('utf8');
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '\ufffd').slice(0, MAX_LOGGED);
}
