import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes the responses of pipelined requests when their connection closes. Node closes only the one in turn: those queued behind it
 * never emit `close`, so that whatever is released there would stay taken until the process restarts.
 */
export function closeQueuedResponses(server: Server): void {
  const queuedOf = new WeakMap<Socket, Set<ServerResponse>>();
  server.prependListener('request', ({ socket }, response) => {
    if (response.socket) return; // in turn
    const queued = queuedOf.get(socket) ?? new Set();
    if (!queuedOf.has(socket)) {
      queuedOf.set(socket, queued);
      // In the next tick Node has closed what was in turn.
      socket.once('close', () => process.nextTick(closeAll, queued));
    }
    queued.add(response);
    response.once('close', () => queued.delete(response));
  });
}

function closeAll(responses: Set<ServerResponse>): void {
  for (const response of responses) {
    response.destroy();
    response.emit('close');
  }
}
