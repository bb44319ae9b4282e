import { createHash } from 'node:crypto';

/**
 * Replaces the nonce of a rendered page by hashes of its inline scripts, so that the page can be sent to everyone. Only
 * scripts with the nonce are hashed: an injected script has none and stays blocked.
 *
 * @param html rendered with this nonce
 * @returns the page without the nonce, and the CSP sources of its scripts
 */
export function hashInlineScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const scripts = html.matchAll(new RegExp(`<script\\b[^>]*${attribute}[^>]*>(.*?)</script>`, 'gs'));
  const sources = new Set(Array.from(scripts, ([, script]) => hashSource(script!)));
  return { html: html.replaceAll(attribute, ''), sources: [...sources] };
}

/** The CSP hash source of an inline script. */
const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
