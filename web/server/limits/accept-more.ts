import { fork, type ChildProcess, type SendHandle } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createNetServer, type Server } from 'node:net';
import { logError } from '../http/log';

/** How many connections a turn of the event loop accepts. */
const LISTENERS = 8;

/**
 * Lets a server accept several connections in each turn of the event loop. Node accepts one for each listening handle (libuv since
 * 1.46), so a busy server accepts a few hundred a second, and visitors wait in the kernel's queue, where no priority and no refusal
 * reaches them. Further handles to the same socket come from a child process that returns copies of the handle it gets: Node has no
 * other way to make them. Until they arrive, or where that fails, one connection is accepted in a turn.
 *
 * @param server listens
 * @param program the compiled `send-back.ts`
 * @returns `stop` closes the added handles; the server itself goes on
 */
export function acceptMore(server: Server, program: URL): { ready: Promise<unknown>; stop(): void } {
  const others: Server[] = [];
  let isStopped = false;
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ready = copies(child, server, (handle) => {
    if (isStopped) return;
    const other = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    );
    others.push(other.listen(handle));
  });
  return {
    ready: ready.catch((error: unknown) => isStopped || logError(error, undefined)).finally(() => ended(child)),
    stop() {
      isStopped = true;
      child.kill();
      for (const other of others.splice(0)) other.close();
    },
  };
}

/** Ends a child: as long as it lives, the socket listens. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

/** Lets a child process copy the handle of a server. @param take gets each copy */
function copies(child: ChildProcess, server: Server, take: (handle: SendHandle) => void): Promise<void> {
  // Send the handle alone: a child that gets a server listens, and accepts connections that it does not answer.
  const { _handle: handle } = server as Server & { _handle: Server };
  return new Promise((resolve, reject) => {
    let count = 1;
    child.on('message', (_message, copy) => {
      take(copy);
      if ((count += 1) === LISTENERS) resolve();
    });
    child.on('error', reject).once('exit', () => reject(new Error('The listening socket could not be shared')));
    child.send(LISTENERS - 1, handle);
  });
}
