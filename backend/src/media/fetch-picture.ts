import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { ShopError } from '../platform/errors/shop-error.js';

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
  const connect = isPrivateAllowed ? undefined : publicLookup;
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
        throw new FetchFailure(`Máy chủ của ảnh trả lời mã ${statusCode}.`);
      }
      return await bodyOf(answer);
    }
    throw new FetchFailure(`Ảnh bị chuyển hướng quá ${MAX_REDIRECTS} lần.`);
  } catch (error) {
    if (error instanceof FetchFailure) throw error;
    if (signal.aborted) throw new FetchFailure(`Máy chủ của ảnh không trả lời trong ${TIMEOUT_MS / 1000} giây.`, true);
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ERR_INVALID_URL'
      ? new FetchFailure('Địa chỉ ảnh không hợp lệ.')
      : new FetchFailure(`Không kết nối được tới máy chủ của ảnh (${code ?? 'lỗi mạng'}).`, true);
  }
}

function checkAddress({ protocol, hostname }: URL, isPrivateAllowed: boolean): void {
  if (protocol !== 'http:' && protocol !== 'https:') throw new FetchFailure('Chỉ tải ảnh qua http hoặc https.');
  // An IP address is never looked up by name, so it is checked here.
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (!isPrivateAllowed && isIP(literal) && !isPublic(literal)) throw notPublic();
}

function get(url: URL, signal: AbortSignal, lookup: LookupFunction | undefined): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, failed) => {
    request(url, { signal, lookup, headers: { Accept: 'image/*', 'User-Agent': 'MAY catalogue import' } })
      .on('response', done)
      .on('error', failed)
      .end();
  });
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

/**
 * Looks a name up as Node does, and rejects it when any of its addresses is not public. The connection itself uses this
 * look-up, so a name that resolves differently the next time (DNS rebinding) gains nothing.
 */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? notPublic(), '', 0);
    if (!addresses.every(({ address }) => isPublic(address))) return callback(notPublic(), '', 0);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

const notPublic = () => new FetchFailure('Địa chỉ ảnh nằm trong mạng nội bộ nên không được tải.');

/** Networks without public addresses (https://www.iana.org/assignments/iana-ipv4-special-registry, …ipv6…). */
const SPECIAL = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  SPECIAL.addSubnet(net, bits, 'ipv4');
}
/** Of IPv6, only 2000::/3 is allocated; these parts of it embed other addresses or are for documentation. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  SPECIAL.addSubnet(net, bits, 'ipv6');
}

/** True for an address that is globally routable. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !SPECIAL.check(address, 'ipv4');
  const [bare = ''] = address.split('%');
  return GLOBAL.check(bare, 'ipv6') && !SPECIAL.check(bare, 'ipv6');
}
