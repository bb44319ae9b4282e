import type { AppLoadContext } from '@remix-run/node';
import { RequestSharingSignal } from './request-sharing-signal';

/** A page to render, as it goes to a render thread. */
export interface PageCall {
  url: string;
  method: string;
  headers: [name: string, value: string][];
  body: Uint8Array | null;
  context: Pick<AppLoadContext, 'nonce' | 'origin' | 'testPayments' | 'requestId' | 'visitor' | 'traceparent'>;
}

/** A rendered page, as it comes from a render thread. */
export interface PageAnswer {
  status: number;
  headers: [name: string, value: string][];
  /** null where the status allows none. */
  body: Uint8Array | null;
  /** The cache tags of what the page read. */
  tags: string[];
}

export async function toPageCall(page: Request, context: AppLoadContext): Promise<PageCall> {
  const { url, method, headers } = page;
  const { nonce, origin, testPayments, requestId, visitor, traceparent } = context;
  const body = await bytesOf(page);
  const facts = { nonce, origin, testPayments, requestId, visitor, traceparent };
  return { url, method, headers: [...headers], body, context: facts };
}

export const toRequest = ({ url, method, headers, body }: PageCall, signal: AbortSignal): Request =>
  new RequestSharingSignal(url, { method, headers, body: body && Uint8Array.from(body), signal });

export async function toPageAnswer(response: Response, tags: ReadonlySet<string>): Promise<PageAnswer> {
  const { status, headers } = response;
  const body = await bytesOf(response);
  // Only now: a page reads from the backend until its body ends.
  return { status, headers: [...headers], body, tags: [...tags] };
}

export const toResponse = ({ status, headers, body }: PageAnswer): Response =>
  new Response(body && Uint8Array.from(body), { status, headers });

const bytesOf = async (message: Request | Response) =>
  message.body ? new Uint8Array(await message.arrayBuffer()) : null;
