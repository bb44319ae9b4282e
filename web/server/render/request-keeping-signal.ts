/** The requests that follow each signal. An entry lives as long as its signal. */
const followers = new WeakMap<AbortSignal, Request[]>();

/**
 * A request whose own signal reliably follows the signal that it was made with. In Node it does so only while the request itself is
 * referenced: code that passes on `request.signal` alone loses the abort at the next garbage collection. Use a separate signal for
 * each request: a signal that lives as long as the process would keep all its requests.
 */
export class RequestKeepingSignal extends Request {
  constructor(input: string | URL | Request, init?: RequestInit) {
    super(input, init);
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    if (!signal) return;
    const requests = followers.get(signal);
    if (requests) requests.push(this);
    else followers.set(signal, [this]);
  }
}
