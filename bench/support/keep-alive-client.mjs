// @ts-check
import net from 'node:net';

const IDLE_MS = 1_000;

/** @typedef {{ token?: string, json?: object, body?: { type: string, bytes: Uint8Array } }} Given one body, or none */
/** @typedef {{ status: number, text: string }} Reply the body as it went over the wire, a character for each byte */

/*
 * HTTP/1.1 over one connection, one call after the other. It costs a quarter of http.request, and on few cores what the clients
 * take is missing to the shop.
 */
export class KeepAliveClient {
  #origin;
  /** @type {net.Socket | undefined} */
  #socket;
  #lastUsed = 0;
  /** What has come of the answer, a character for each byte. */
  #text = '';
  /** @type {{ resolve: (reply: Reply) => void, reject: (error: Error) => void } | undefined} */
  #waiting;

  /** @param {string} origin */
  constructor(origin) {
    this.#origin = new URL(origin);
  }

  /**
   * @param {'GET' | 'POST'} method
   * @param {string} path
   * @param {Given} [given]
   * @returns {Promise<Record<string, unknown>>} the answer's JSON; fails for anything but success
   */
  async ask(method, path, given) {
    const { status, text } = await this.send(method, path, given);
    const body = Buffer.from(text, 'latin1').toString();
    if (status >= 300) throw new Error(`${status} ${body}`);
    /** @type {Record<string, unknown>} */
    const said = JSON.parse(body);
    return said;
  }

  /**
   * @param {'GET' | 'POST'} method
   * @param {string} path
   * @param {Given & { accepts?: string }} [given] `accepts`: content encodings
   * @returns {Promise<Reply>} of any status; fails when the connection ends before
   */
  send(method, path, { token, json, body, accepts } = {}) {
    const type = json ? 'application/json' : body?.type;
    const bytes = json ? Buffer.from(JSON.stringify(json)) : (body?.bytes ?? '');
    const head = [
      `${method} ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      ...(accepts ? [`Accept-Encoding: ${accepts}`] : []),
      ...(token ? [`Authorization: JWT ${token}`] : []),
      ...(type ? [`Content-Type: ${type}`, `Content-Length: ${bytes.length}`] : []),
    ].join('\r\n');
    /** @type {Promise<Reply>} */
    const reply = new Promise((resolve, reject) => (this.#waiting = { resolve, reject }));
    const connection = this.#connection();
    // Head and body go out together.
    connection.cork();
    connection.write(`${head}\r\n\r\n`);
    connection.write(bytes);
    connection.uncork();
    return reply;
  }

  /** A call under way is never answered. */
  close() {
    [this.#text, this.#waiting] = ['', undefined];
    this.#socket
      ?.removeAllListeners()
      .on('error', () => undefined)
      .destroy();
    this.#socket = undefined;
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
    const length = /\ncontent-length: (\d+)/i.exec(this.#text.slice(0, head))?.[1];
    // Without a length it comes in chunks, and nothing else is sent behind the last.
    const isWhole = length ? this.#text.length - head - 4 >= Number(length) : this.#text.endsWith('\r\n0\r\n\r\n');
    if (!isWhole) return;
    const reply = { status: Number(this.#text.slice(9, 12)), text: this.#text.slice(head + 4) };
    const waiting = this.#waiting;
    [this.#text, this.#waiting] = ['', undefined];
    waiting?.resolve(reply);
  }
}
