import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * Sends a request and waits for the head of its answer.
 * @throws the error of the connection; ECONNRESET when it closes without an answer
 */
export function waitForResponse(request: ClientRequest, body = ''): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    request
      .on('response', done)
      .on('error', failed)
      // After a 101 that nobody listens for, Node closes the connection and emits nothing else, not even for an abort.
      .on('close', () => failed(Object.assign(new Error('Closed without an answer'), { code: 'ECONNRESET' })))
      .end(body);
  });
}
