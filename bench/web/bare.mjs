// @ts-check
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { said } from '../support/child-task.mjs';

/**
 * Starts the bare server in a process of its own.
 */
export async function startBareServer() {
  const server = fork(path.join(import.meta.dirname, 'bare-server.mjs'));
  const { port } = /** @type {{ port: number }} */ (await said(server));
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: Number(server.pid),
    /** @param {import('./bare-server.mjs').Answer[]} answers that it gives from now on */
    async tell(answers) {
      server.send(answers);
      await said(server);
    },
    async stop() {
      server.disconnect();
      await once(server, 'exit');
    },
  };
}
