import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type ClientHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';
import { ROOT } from '../../launch/settings.mjs';
import { until } from '../support/until.js';

jest.setTimeout(120_000);

const hasCaddy = spawnSync('caddy', ['version']).status === 0;
/** The edge of docker/Caddyfile before a server that says what arrived. */
const withCaddy = hasCaddy ? describe : describe.skip;

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
/** Two ports: each is held until both are known, so that they differ. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()] as const;
  const ports: [number, number] = [await portOf(servers[0]), await portOf(servers[1])];
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

withCaddy('with Caddy, the edge of docker/Caddyfile', () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'may-edge-'));
  const requests: IncomingMessage[] = [];
  let upstream: Server;
  let edge: ChildProcess;
  let session: ClientHttp2Session;
  let httpPort: number;
  let httpsPort: number;
  let ca: Buffer | undefined;

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      requests.push(request);
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end('x'.repeat(4_000));
    });
    new WebSocketServer({ server: upstream }).on('connection', (socket) => {
      socket.on('message', (data: Buffer) => socket.send(`heard ${data.toString()}`));
    });
    const port = await portOf(upstream);
    [httpPort, httpsPort] = await freePorts();
    edge = spawn('caddy', ['run', '--config', 'docker/Caddyfile', '--adapter', 'caddyfile'], {
      cwd: ROOT,
      stdio: 'ignore',
      env: {
        ...{ PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
        ...{ EDGE_HTTP_PORT: String(httpPort), EDGE_HTTPS_PORT: String(httpsPort) },
        EDGE_UPSTREAM: `127.0.0.1:${port}`,
      },
    });
    session = await until(
      'the edge answers',
      // Read again for each try: Caddy may be writing it.
      async () => {
        ca = rootOf(home);
        return ca && opened(httpsPort, ca);
      },
      60_000,
    );
  });
  afterAll(async () => {
    session?.close();
    edge.kill();
    upstream.closeAllConnections();
    upstream.close();
    if (edge.exitCode === null) await once(edge, 'exit');
    rmSync(home, { recursive: true, force: true });
  });

  test('pages come over HTTP/2 and TLS, uncompressed where the shop did not compress, from the real client', async () => {
    const stream = session.request({
      ':path': '/products/1',
      'accept-encoding': 'gzip, br',
      'x-forwarded-for': '203.0.113.9',
    });
    const [headers] = (await once(stream, 'response')) as [Record<string, string>];
    expect(await text(stream)).toHaveLength(4_000);
    expect(headers).toMatchObject({ ':status': 200, 'content-type': 'text/html; charset=utf-8' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(requests.at(-1)!.headers).toMatchObject({
      'accept-encoding': 'gzip, br',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': expect.stringMatching(/^(::ffff:)?(127\.0\.0\.1|::1)$/) as string,
    });
  });

  test('http is sent to https', async () => {
    const reply = await fetch(`http://localhost:${httpPort}/cart`, { redirect: 'manual' });
    expect(reply.status).toBe(308);
    expect(reply.headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/cart$/);
  });

  test('a WebSocket passes both ways', async () => {
    const socket = new WebSocket(`wss://localhost:${httpsPort}/ws/chat/1/`, { ca });
    await once(socket, 'open');
    socket.send('chào');
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(data.toString()).toBe('heard chào');
    socket.close();
    await once(socket, 'close');
  });

  test('a call that meets a web server which restarts waits for it', async () => {
    const { port } = upstream.address() as AddressInfo;
    const closed = once(upstream, 'close');
    upstream.close();
    upstream.closeAllConnections();
    await closed;
    const stream = session.request({ ':path': '/cart' });
    const answered = once(stream, 'response') as Promise<[Record<string, number>]>;
    // The edge reads frames in their order, so it has taken the call once it answers this.
    await new Promise<void>((resolve, reject) => session.ping((error) => (error ? reject(error) : resolve())));
    upstream.listen(port, '127.0.0.1');
    const [headers] = await answered;
    stream.close();
    expect(headers[':status']).toBe(200);
  });
});

function rootOf(home: string): Buffer | undefined {
  try {
    return readFileSync(path.join(home, 'caddy/pki/authorities/local/root.crt'));
  } catch {
    return undefined;
  }
}

async function opened(port: number, ca: Buffer): Promise<ClientHttp2Session | undefined> {
  const session = connect(`https://localhost:${port}`, { ca });
  try {
    await once(session, 'connect');
    return session;
  } catch {
    return undefined;
  }
}
