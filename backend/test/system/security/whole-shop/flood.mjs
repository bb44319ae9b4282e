// @ts-check
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ url: string, type: string, file: string, from: string }} Sent a call with a body that lies in a file
 * @typedef {{ status: number, isFallback: boolean, took: number }} Reply `took` in milliseconds
 */

// Sends calls all at once, in a process of its own: whoever times others beside them must not be busy sending. It is told what to
// send by its parent and tells it the replies.
process.once('message', (/** @type {Sent[]} */ calls) => {
  const bodies = new Map(calls.map(({ file }) => [file, new Uint8Array(readFileSync(file))]));
  const send = async (/** @type {Sent} */ { url, type, file, from }) => {
    const begin = performance.now();
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': type, 'X-Forwarded-For': from },
      body: bodies.get(file),
    });
    const { fallback } = /** @type {{ fallback?: boolean }} */ (await reply.json());
    return { status: reply.status, isFallback: fallback === true, took: performance.now() - begin };
  };
  void Promise.all(calls.map(send)).then((replies) => {
    process.send?.(replies);
    process.disconnect();
  });
});
