import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ErrorBody } from '../../src/contract/common.js';
import { shop, visitor, type Client } from './client.js';

/** A request held at the barrier. */
export interface Call {
  by: Client;
  /** POST by default. */
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: object | string;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  body: unknown;
}

/**
 * Sends requests, each on a connection of its own, without the last byte of their bodies: the shop has begun to read all of
 * them and can process none.
 * @returns a function that sends the last bytes all at once and returns the responses in the order of the calls
 */
export async function hold(calls: Call[]): Promise<() => Promise<Reply[]>> {
  const held = await Promise.all(calls.map(holdOne));
  // Once it answers a later request, the shop has read the earlier ones.
  await visitor().get('/healthz');
  return () => Promise.all(held.map((release) => release()));
}

/** Holds requests until all have arrived, and releases them together. */
export const atOnce = async (calls: Call[]): Promise<Reply[]> => (await hold(calls))();

/** `count` copies of a call. */
export const copies = (count: number, call: Call): Call[] => Array.from({ length: count }, () => call);

const ROUNDS = [1, 2, 3, 4, 5];

/** A test that runs several times, because one success may have been luck. @param run receives the round, from 1 */
export const race = (name: string, run: (round: number) => Promise<void>): void =>
  test.each(ROUNDS)(`${name} (%i)`, run);

/** Gives the others a start, longer in each round: a request that is always first does not race. */
export async function giveStart(round: number): Promise<void> {
  for (let turn = 1; turn < round; turn += 1) await nextTurn();
}

async function holdOne({ by, method = 'POST', path, body = {}, headers }: Call): Promise<() => Promise<Reply>> {
  const payload = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const agent = new Agent({ keepAlive: true });
  const sending = request(new URL(path, shop().url), {
    agent,
    method,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': payload.length,
      ...(by.access && { Authorization: `JWT ${by.access}` }),
      ...headers,
    },
  });
  const firstResponse = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve).once('error', reject);
  });
  const written = new Promise<void>((resolve) => sending.write(payload.subarray(0, -1), () => resolve()));
  await Promise.race([written, firstResponse]);
  return async () => {
    sending.end(payload.subarray(-1));
    const response = await firstResponse;
    const read = await text(response);
    agent.destroy();
    const reply = { status: response.statusCode ?? 0, body: read ? (JSON.parse(read) as unknown) : undefined };
    if (reply.status >= 400) ErrorBody.parse(reply.body);
    return reply;
  };
}
