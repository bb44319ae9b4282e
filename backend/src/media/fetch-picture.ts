import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ShopError } from '../platform/errors/shop-error.js';
import { waitForResponse } from '../platform/http/wait-for-response.js';
import { isPrivateLiteral, publicLookup } from '../platform/network/public-address.js';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 3;

/** A picture that could not be fetched; the message is a Vietnamese sentence. */
export class FetchFailure extends ShopError {
  /** @param isOfHost true when the server cannot be reached at all */
  constructor(
    message: string,
    readonly isOfHost = false,
  ) {
    super(502, message);
  }
}

/**
 * Fetches a file from a URL that a user entered: over http or https, at most 10 MB in ten seconds including redirects, and never
 * from an address that only this machine or its network can reach.
 *
 * @param options.isPrivateAllowed allows such addresses too, for a shop whose pictures are in its own network
 * @throws FetchFailure
 */
export async function fetchPicture(
  address: string,
  { isPrivateAllowed = false }: { isPrivateAllowed?: boolean } = {},
): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const connect = isPrivateAllowed ? undefined : publicLookup(notPublic);
  try {
    let url = new URL(address);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      checkAddress(url, isPrivateAllowed);
      const answer = await get(url, signal, connect);
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        answer.destroy();
        url = new URL(headers.location, url);
        continue;
      }
      if (statusCode !== 200) {
        answer.destroy();
        throw new FetchFailure(`Máy chủ của ảnh phản hồi mã ${statusCode}.`);
      }
      return await bodyOf(answer);
    }
    throw new FetchFailure(`Ảnh bị chuyển hướng quá ${MAX_REDIRECTS} lần.`);
  } catch (error) {
    if (error instanceof FetchFailure) throw error;
    if (signal.aborted) throw new FetchFailure(`Máy chủ của ảnh không phản hồi trong ${TIMEOUT_MS / 1000} giây.`, true);
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ERR_INVALID_URL'
      ? new FetchFailure('Địa chỉ ảnh không hợp lệ.')
      : new FetchFailure(`Không kết nối được tới máy chủ của ảnh (${code ?? 'lỗi mạng'}).`, true);
  }
}

function checkAddress(url: URL, isPrivateAllowed: boolean): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchFailure('Chỉ tải ảnh qua http hoặc https.');
  if (!isPrivateAllowed && isPrivateLiteral(url)) throw notPublic();
}

function get(url: URL, signal: AbortSignal, lookup: LookupFunction | undefined): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return waitForResponse(
    request(url, { signal, lookup, headers: { Accept: 'image/*', 'User-Agent': 'MAY catalogue import' } }),
  );
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new FetchFailure(`Ảnh lớn hơn ${MAX_BYTES / 1024 / 1024} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const notPublic = () => new FetchFailure('Địa chỉ ảnh nằm trong mạng nội bộ nên không được tải.');
