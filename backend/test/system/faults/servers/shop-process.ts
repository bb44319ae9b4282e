import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../../launch/settings.mjs';

const REDIRECT = path.join(import.meta.dirname, 'redirect.mjs');

/** A built process of the shop, the backend or the worker, that a test starts, kills and starts again. */
export class ShopProcess {
  private child: ChildProcess | undefined;

  /**
   * @param script relative to the project's folder
   * @param log the file that its words go to
   */
  constructor(
    private readonly script: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly log: string,
  ) {}

  get pid(): number | undefined {
    return this.isRunning ? this.child?.pid : undefined;
  }

  private get isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  /** @returns when it says that it works */
  async start(): Promise<void> {
    const child = fork(path.join(ROOT, this.script), {
      cwd: ROOT,
      env: this.env,
      execArgv: ['--enable-source-maps', '--import', REDIRECT],
      silent: true,
    });
    this.child = child;
    const log = createWriteStream(this.log, { flags: 'a' });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${this.script} ended before it worked; its words are in ${this.log}`);
    });
    ended.catch(() => undefined);
    await Promise.race([once(child, 'message'), ended]);
  }

  /** Ends it as a power cut does. */
  kill(): Promise<void> {
    return this.end((child) => child.kill('SIGKILL'));
  }

  /** Asks it to end. */
  stop(): Promise<void> {
    return this.end((child) => child.disconnect());
  }

  private async end(how: (child: ChildProcess) => void): Promise<void> {
    if (!this.child || !this.isRunning) return;
    const gone = once(this.child, 'exit');
    how(this.child);
    await gone;
  }
}
