// @ts-check
import net from 'node:net';

const IDLE_MS = 1_000;

/*
 * HTTP/1.1 over one connection, one call after the other. It costs a quarter of http.request, and on few cores what the clients
 * take is missing to the shop. For a server that says Content-Length.
 */
export class KeepAliveClient {
  #origin;
  /** @type {net.Socket | undefined} */
  #socket;
  #lastUsed = 0;
  /** What has come of the answer, a character for each byte. */
  #text = '';
  /** @type {{ resolve: (body: string) => void, reject: (error: Error) => void } | undefined} */
  #waiting;

  /** @param {string} origin */
  constructor(origin) {
    this.#origin = new URL(origin);
  }

  /**
   * @param {'GET' | 'POST'} method
   * @param {string} path
   * @param {{ token?: string, json?: object, body?: { type: string, bytes: Uint8Array } }} [given] one body, or none
   * @returns {Promise<Record<string, unknown>>} the answer's JSON; fails for anything but success
   */
  async ask(method, path, { token, json, body } = {}) {
    const type = json ? 'application/json' : body?.type;
    const bytes = json ? Buffer.from(JSON.stringify(json)) : (body?.bytes ?? '');
    const head = [
      `${method} ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      ...(token ? [`Authorization: JWT ${token}`] : []),
      ...(type ? [`Content-Type: ${type}`, `Content-Length: ${bytes.length}`] : []),
    ].join('\r\n');
    /** @type {Promise<string>} */
    const answer = new Promise((resolve, reject) => (this.#waiting = { resolve, reject }));
    const connection = this.#connection();
    // Head and body go out together.
    connection.cork();
    connection.write(`${head}\r\n\r\n`);
    connection.write(bytes);
    connection.uncork();
    /** @type {Record<string, unknown>} */
    const said = JSON.parse(await answer);
    return said;
  }

  close() {
    this.#waiting = undefined;
    this.#socket?.destroy();
  }

  /** A new one after a pause: the server may be about to close the old one. */
  #connection() {
    const idle = performance.now() - this.#lastUsed;
    this.#lastUsed += idle;
    if (this.#socket && idle < IDLE_MS) return this.#socket;
    this.#socket?.removeAllListeners().destroy();
    const { hostname, port } = this.#origin;
    this.#socket = net.connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
    this.#socket.on('data', (part) => this.#take(String(part)));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error('The connection was closed.')));
    return this.#socket;
  }

  #take(/** @type {string} */ part) {
    this.#text += part;
    const head = this.#text.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/\ncontent-length: (\d+)/i.exec(this.#text.slice(0, head))?.[1]);
    const body = this.#text.slice(head + 4);
    if (body.length < length) return;
    const status = Number(this.#text.slice(9, 12));
    const waiting = this.#waiting;
    [this.#text, this.#waiting] = ['', undefined];
    const text = Buffer.from(body, 'latin1').toString();
    if (status < 300) waiting?.resolve(text);
    else waiting?.reject(new Error(`${status} ${text}`));
  }
}
