import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { SandboxHttpClient } from '../../../src/payments/sandbox/sandbox-http-client.js';
import { StripeApiError } from '../../../src/payments/sandbox/stripe-error.js';
import { shop } from '../../support/client.js';

/**
 * What happens to a call on its way: it answers 500 without or after doing it, its connection breaks before or after, or it
 * arrives twice. A promise holds its answer back, an error of Stripe's is the answer.
 */
type Fault = 'ok' | '500' | '500 after' | 'cut' | 'cut after' | 'twice' | Promise<void> | StripeApiError;

/** A stretch of bad network between the shop and its card provider. */
export interface FaultyProvider {
  /** What happens to the next calls, one each; the ones after them go through. */
  next(...faults: Fault[]): void;
  /** What happens to every call from now on. */
  always(fault: Fault): void;
  /** The calls that arrived, such as `POST /v1/payment_intents`. */
  calls: string[];
  /** The idempotency key of each. */
  keys: unknown[];
  /** How long the shop waits for the answer of each, in milliseconds. */
  timeouts: number[];
  close(): Promise<void>;
}

/**
 * Puts a small HTTP server between the shop and the sandbox: Stripe's SDK speaks to it over real connections, and it
 * passes on or spoils what it is told to. Ends with the test and `close()`.
 */
export async function faultyProvider(): Promise<FaultyProvider> {
  let planned: Fault[] = [];
  let usual: Fault = 'ok';
  const calls: string[] = [];
  const keys: unknown[] = [];
  const timeouts: number[] = [];

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    calls.push(`${request.method} ${request.url}`);
    keys.push(request.headers['idempotency-key']);
    const fault = planned.shift() ?? usual;
    const body = await text(request);
    if (fault === 'cut') return void request.socket.destroy();
    if (fault === '500') return void spoil(response);
    if (fault instanceof StripeApiError) return void reply(response, fault.status, fault.body);
    const first = await passOn(request, body);
    const last = fault === 'twice' ? await passOn(request, body) : first;
    if (fault instanceof Promise) await fault;
    if (fault === 'cut after') return void request.socket.destroy();
    if (fault === '500 after') return void spoil(response);
    response.writeHead(last.status, { 'Content-Type': 'application/json' }).end(await last.text());
  }

  const network = Stripe.createNodeHttpClient();
  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve).unref());
  const { port } = server.address() as AddressInfo;
  jest
    .spyOn(shop().app.get(SandboxHttpClient), 'makeRequest')
    .mockImplementation((_host, _port, path, method, headers, form, _protocol, timeout) => {
      timeouts.push(timeout);
      return network.makeRequest('127.0.0.1', String(port), path, method, headers, form, 'http', timeout);
    });
  return {
    next: (...faults) => {
      planned = faults;
    },
    always: (fault) => {
      planned = [];
      usual = fault;
    },
    calls,
    keys,
    timeouts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spoil(response: http.ServerResponse): void {
  reply(response, 500, { error: { type: 'api_error', message: 'An error occurred internally.' } });
}

function reply(response: http.ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function passOn({ method, url, headers }: http.IncomingMessage, body: string): Promise<Response> {
  const sent = new Headers();
  for (const name of ['authorization', 'content-type', 'idempotency-key']) {
    const value = headers[name];
    if (typeof value === 'string') sent.set(name, value);
  }
  return fetch(`${shop().url}/sandbox/stripe${url}`, {
    method,
    headers: sent,
    body: method === 'GET' ? undefined : body,
  });
}
