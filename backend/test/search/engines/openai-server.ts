import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the service was asked. */
export interface Call {
  path: string;
  headers: IncomingHttpHeaders;
  body: { model: string; input?: string; messages?: { role: string; content: unknown }[] };
}

/** How it answers one call: with JSON, or as the function does. */
export type Reply = object | ((response: ServerResponse) => void);

export const status =
  (code: number, headers: Record<string, string> = {}, body: object = {}): Reply =>
  (response) =>
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** It never says anything. */
export const silence: Reply = () => undefined;
/** It begins to answer, and hangs up. */
export const cut: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"data"');
  setImmediate(() => response.destroy());
};
export const text =
  (content: string): Reply =>
  (response) =>
    response.writeHead(200).end(content);

export const embedding = (...numbers: number[]) => ({ object: 'list', data: [{ index: 0, embedding: numbers }] });
export const description = (content: string | null) => ({ choices: [{ message: { role: 'assistant', content } }] });

/** How it sees pictures and reads words by itself. */
interface Senses {
  see(picture: Buffer): Promise<string>;
  read(words: string): number[];
}
const SENSES: Senses = {
  see: () => Promise.resolve('Áo thun nam màu đỏ'),
  read: ({ length }) => [length, 3, 4],
};

/** A server that answers as OpenAI's does, for the tests of one file: what it is told to, then by itself. */
export function openAiStandIn({ see, read } = SENSES) {
  const calls: Call[] = [];
  const replies: Reply[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Call['body'];
      const path = request.url ?? '';
      calls.push({ path, headers: request.headers, body });
      const nextReply = replies.shift();
      if (typeof nextReply === 'function') return nextReply(response);
      void own(body).then((reply) => response.end(JSON.stringify(nextReply ?? reply)));
    });
  });
  async function own({ input, messages }: Call['body']): Promise<object> {
    if (input !== undefined) return embedding(...read(input));
    const [, data] = /data:image\/jpeg;base64,([^"]+)/.exec(JSON.stringify(messages)) ?? [];
    return description(await see(Buffer.from(data ?? '', 'base64')));
  }
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    calls.length = 0;
    replies.length = 0;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return {
    calls,
    /** How the next calls are answered. */
    next: (...next: Reply[]) => void replies.push(...next),
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    },
  };
}
