import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from '../../../../launch/processes/ports.mjs';

/** Whether there is a Redis on this machine to be started. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis on a free port that keeps nothing: when it is killed, all jobs and events in it are lost. */
export class RedisServer {
  private child: ChildProcess | undefined;
  private port: number | undefined;

  /** Starts it, where it was before. @returns its redis:// URL, when it answers */
  async start(): Promise<string> {
    this.port ??= await freePort();
    const options = [
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      '/tmp',
    ];
    this.child = spawn('redis-server', options, { stdio: 'ignore' });
    const url = `redis://127.0.0.1:${this.port}`;
    const client = new Redis(url, { maxRetriesPerRequest: 100, retryStrategy: () => 100 });
    client.on('error', () => undefined); // It is asked until it is there.
    await client.ping();
    client.disconnect();
    return url;
  }

  async kill(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }

  /** Lets it say nothing, with its connections open, until it is thawed. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }
}
