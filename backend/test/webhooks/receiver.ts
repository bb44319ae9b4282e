import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook as its receiver sees it. */
interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What is signed: the id of the event, its type, its time, and its data. */
export interface WebhookBody {
  id: string;
  type: string;
  created: string;
  data: Record<string, unknown>;
}

type Reply = (response: ServerResponse, path: string) => void;

const accept: Reply = (response) => response.end('ok');

/** An owner's system that gets webhooks, on this machine. */
export class Receiver {
  readonly received: ReceivedWebhook[] = [];
  reply: Reply = accept;
  /** The most webhooks that it got at once. */
  maxAtOnce = 0;
  private atOnce = 0;
  private readonly server = createServer((request, response) => {
    this.atOnce += 1;
    this.maxAtOnce = Math.max(this.maxAtOnce, this.atOnce);
    response.once('close', () => (this.atOnce -= 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      this.received.push({ path, headers, body: Buffer.concat(chunks).toString('utf8') });
      this.reply(response, path);
    });
  });

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  reset(): void {
    this.received.length = 0;
    this.reply = accept;
    this.maxAtOnce = 0;
  }

  get bodies(): WebhookBody[] {
    return this.received.map(({ body }) => JSON.parse(body) as WebhookBody);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
