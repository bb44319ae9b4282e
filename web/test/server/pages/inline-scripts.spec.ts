/** @jest-environment node */
import { createHash } from 'node:crypto';
import { hashInlineScripts } from '../../../server/pages/inline-scripts';

const NONCE = 'abcdefghijklmnopqrstuv';
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('scripts with the nonce are replaced by their hashes, and the nonce is removed', () => {
  const module = '\nimport * as route0 from "/assets/home.js";\n';
  expect(
    hashInlineScripts(
      `<head><script nonce="${NONCE}">say("Á > B")</script></head>` +
        `<script nonce="${NONCE}" type="module" async="">${module}</script><script nonce="${NONCE}"></script>`,
      NONCE,
    ),
  ).toEqual({
    html: `<head><script>say("Á > B")</script></head><script type="module" async="">${module}</script><script></script>`,
    sources: [hashOf('say("Á > B")'), hashOf(module), hashOf('')],
  });
});

test('a script that occurs twice has one hash', () => {
  const script = `<script nonce="${NONCE}">close()</script>`;
  expect(hashInlineScripts(script + script, NONCE).sources).toEqual([hashOf('close()')]);
});

test.each([
  '<script>steal()</script>',
  '<script nonce="aaaaaaaaaaaaaaaaaaaaaa">steal()</script>',
  `<p title="<script>">nonce="${NONCE}"</p><script>steal()</script>`,
  '<SCRIPT type="text/javascript">steal()</SCRIPT>',
  '<script type="application/ld+json">{"steal":1}</script>',
])('a script without the nonce gets no hash: %s', (smuggled) => {
  const own = `<script nonce="${NONCE}">own()</script>`;
  expect(hashInlineScripts(own + smuggled + own, NONCE).sources).toEqual([hashOf('own()')]);
});
