// @ts-check
import { createServer } from 'node:http';

/*
 * The measure that the shop is compared with: node:http with nothing on it. It is told answers by IPC, and gives each
 * for its path, head and body byte for byte as the shop gave it.
 */

/** @typedef {{ path: string, status: number, headers: string[], body: string }} Answer headers flat, body in base64 */

/** @type {Map<string | undefined, { status: number, headers: string[], body: Buffer }>} */
const answers = new Map();

const server = createServer(({ url }, response) => {
  const answer = answers.get(url);
  if (!answer) return response.writeHead(404).end();
  response.writeHead(answer.status, answer.headers).end(answer.body);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ ready: true, port: typeof address === 'object' && address ? address.port : 0 });
});

process.on('message', (/** @type {Answer[]} */ given) => {
  for (const { path, status, headers, body } of given) {
    answers.set(path, { status, headers, body: Buffer.from(body, 'base64') });
  }
  process.send?.({ given: given.length });
});
process.on('disconnect', () => process.exit(0));
