import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { PeerClient, type Peer, type PeerEvents, type PeerLimits } from './peer-client.js';

/**
 * A child process that answers calls. For native libraries: their code and memory leave with the process, and a crash of theirs
 * ends it alone. One that hangs can be ended, too.
 */
export class WorkerProcess extends PeerClient {
  /**
   * @param file the program of the process, which calls `serveCalls`
   * @param data its `startData`, as JSON
   * @param options its limits, and `env`: its environment, which has none of the shop's settings
   */
  constructor(
    private readonly file: string,
    private readonly data: unknown,
    private readonly options: PeerLimits & { env?: NodeJS.ProcessEnv } = {},
  ) {
    super(`process ${path.basename(file)}`, options);
  }

  protected start(events: PeerEvents): Peer {
    const child = fork(this.file, [JSON.stringify(this.data)], {
      serialization: 'advanced',
      // One arena of malloc, because only one of its threads allocates much.
      env: { MALLOC_ARENA_MAX: '1', ...this.options.env },
    });
    child.on('message', events.onMessage).once('exit', events.onExit);
    child.on('error', (error) => {
      events.onError(error);
      if (child.pid === undefined) events.onExit(); // It could not be started, and then no `exit` follows.
    });
    return {
      // If it has ended meanwhile, `onExit` rejects the call.
      post: (message) => child.send(message, () => undefined),
      setRef(isRef) {
        for (const handle of [child, child.channel])
          if (isRef) handle?.ref();
          else handle?.unref();
      },
      async end() {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      },
    };
  }
}
