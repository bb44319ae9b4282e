import { lookup } from 'node:dns/promises';
import { MAX_WEBHOOK_URL } from '../contract/administration/integration-rules.js';
import type { Config } from '../platform/config/config.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { isPrivateLiteral, isPublic } from '../platform/network/public-address.js';
import { waitAtMost } from '../platform/promises/wait-at-most.js';

/** How long registering waits for a name server. The connection of each attempt checks again. */
const LOOKUP_MS = 3_000;

type Rules = Pick<Config, 'isProduction' | 'sendsWebhooksToPrivateNetwork'>;

/**
 * Checks what an owner enters as an endpoint's address, and normalises it.
 * @throws ShopError 400 naming `url`
 */
export async function endpointUrl(typed: string, rules: Rules): Promise<string> {
  if (!URL.canParse(typed)) throw wrong('Địa chỉ không hợp lệ, ví dụ https://example.com/webhooks');
  const url = new URL(typed);
  const problem = urlProblem(url, rules);
  if (problem) throw wrong(problem);
  url.hash = '';
  // A letter with a mark is up to nine characters there.
  if (url.href.length > MAX_WEBHOOK_URL)
    throw wrong(`Tối đa ${MAX_WEBHOOK_URL} ký tự, tính cả những ký tự phải mã hóa`);
  if (!rules.sendsWebhooksToPrivateNetwork && !(await resolvesPublicly(url.hostname))) throw wrong(NOT_PUBLIC);
  return url.href;
}

/**
 * The reason to refuse a URL, found without a DNS lookup; null if there is none. Checked at each attempt, because the rules may have
 * changed.
 */
export function urlProblem(url: URL, { isProduction, sendsWebhooksToPrivateNetwork }: Rules): string | null {
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && !isProduction);
  if (!isAllowed) return 'Địa chỉ phải bắt đầu bằng https://';
  if (url.username || url.password) return 'Địa chỉ không được chứa tên đăng nhập hay mật khẩu';
  if (!sendsWebhooksToPrivateNetwork && isPrivateLiteral(url)) return NOT_PUBLIC;
  return null;
}

export const NOT_PUBLIC = 'Địa chỉ nằm trong mạng nội bộ nên không được dùng';

/** False for a name with an address that is not public. A name that cannot be looked up now may be known later. */
async function resolvesPublicly(hostname: string): Promise<boolean> {
  const found = lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  const addresses = (await waitAtMost(LOOKUP_MS, found)) ?? [];
  return addresses.every(({ address }) => isPublic(address));
}

const wrong = (sentence: string) => ShopError.fields({ url: [sentence] });
