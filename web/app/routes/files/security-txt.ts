import type { LoaderFunctionArgs } from '@remix-run/node';
import { getSettings } from '~/api/settings';
import { PAGE_CACHE_HEADER } from '~/routing/document/public-page';

const DAY = 86_400_000;
/** RFC 9116 requires an expiry date; half a year leaves time for caches. */
const VALID_DAYS = 180;

/** `/.well-known/security.txt` (RFC 9116): how to report a vulnerability. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { email } = await getSettings();
  const expires = new Date(Math.ceil(Date.now() / DAY + VALID_DAYS) * DAY);
  const lines = [
    `Contact: mailto:${email}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: vi, en',
    `Canonical: ${context.origin}/.well-known/security.txt`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', [PAGE_CACHE_HEADER]: 'public' },
  });
}
