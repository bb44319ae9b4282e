import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const START = path.resolve(import.meta.dirname, '../../launch/start.mjs');

/** One run of `npm start`. */
export interface LauncherRun {
  launcher: ChildProcess;
  /** The address once the shop is open; fails when it never opens. */
  open: Promise<string>;
  /** The exit code, and everything that was printed. */
  end: Promise<{ code: number | null; words: string }>;
  /** What has been printed so far. */
  words: () => string;
  /** Closes the shop, unless it has ended. */
  close: () => Promise<void>;
}

/** Starts the built shop as `npm start` does: on any free port, with a database and without products of its own. */
export function startLauncher(env: NodeJS.ProcessEnv): LauncherRun {
  const all = {
    ...process.env,
    NODE_ENV: 'development',
    DATABASE_URL: '',
    SEED: 'none',
    PORT: '0',
    DRAIN_SECONDS: '0',
    ...env,
  };
  const launcher = fork(START, { env: all, silent: true, execArgv: [] });
  let words = '';
  for (const output of [launcher.stdout, launcher.stderr]) output?.on('data', (chunk) => (words += String(chunk)));
  const end = once(launcher, 'exit').then(([code]) => ({ code: code as number | null, words }));
  const open = new Promise<string>((resolve, reject) => {
    launcher.once('message', ({ url }: { url: string }) => resolve(url));
    void end.then(() => reject(new Error(words)));
  });
  open.catch(() => undefined);
  const close = async () => {
    launcher.kill('SIGTERM');
    await end;
  };
  return { launcher, open, end, words: () => words, close };
}
