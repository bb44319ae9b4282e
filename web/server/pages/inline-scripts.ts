import { createHash } from 'node:crypto';

/**
 * Takes the nonce out of a rendered page, so that the page can be sent to everyone, and names its inline scripts by
 * their hashes instead. Only scripts that carry the nonce are named: what somebody smuggled into the page carries none,
 * and stays blocked.
 *
 * @param html rendered with this nonce
 * @returns the page, and what its Content-Security-Policy lets run
 */
export function hashInlineScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const scripts = html.matchAll(new RegExp(`<script\\b[^>]*${attribute}[^>]*>(.*?)</script>`, 'gs'));
  const sources = new Set(Array.from(scripts, ([, script]) => hashSource(script!)));
  return { html: html.replaceAll(attribute, ''), sources: [...sources] };
}

/** What a Content-Security-Policy calls a script by its text. */
const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
