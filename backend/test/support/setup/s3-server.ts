import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { until } from '../until.js';

const PROGRAM = path.join(import.meta.dirname, 's3-process.mjs');
/** s3rver encrypts the tokens of long lists with Blowfish. */
const LEGACY = ['--openssl-legacy-provider'];
export const BUCKET = 'may-shop';

/**
 * An S3-speaking server of its own process, with one bucket. It checks signatures and keeps its files in a folder, so that it can
 * be lost and come back.
 */
export class S3Server {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'may-s3-'));
  private process: ChildProcess | undefined;

  private constructor(private readonly port: number) {}

  static async start(): Promise<S3Server> {
    const server = new S3Server(await freePort());
    mkdirSync(path.join(server.folder, BUCKET));
    await server.begin();
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The settings of a shop whose media are in this bucket. */
  get settings() {
    return {
      MEDIA_URL: `s3://${BUCKET}/shop`,
      S3_ENDPOINT: this.endpoint,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
  }

  /** Starts it again on the same port, with the files that it had. */
  async begin(): Promise<void> {
    const options = { address: '127.0.0.1', port: this.port, directory: this.folder, silent: true };
    this.process = spawn(process.execPath, [...LEGACY, PROGRAM, JSON.stringify(options)], { stdio: 'ignore' });
    const answers = () =>
      fetch(this.endpoint).then(
        () => true,
        () => false,
      );
    await until('the S3 server answers', answers, 60_000);
  }

  /** Ends it as a crash does: connections break, and new ones are refused. */
  async lose(): Promise<void> {
    const process = this.process;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }

  /** Stops it from answering: connections are accepted, and nothing comes. */
  freeze(): void {
    this.process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.process?.kill('SIGCONT');
  }

  async close(): Promise<void> {
    this.thaw();
    await this.lose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
