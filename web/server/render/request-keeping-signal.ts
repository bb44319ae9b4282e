/** The requests that follow a signal. An entry lives as long as its signal. */
const followers = new WeakMap<AbortSignal, Request[]>();

/**
 * A request whose signal aborts with the signal that it was made with. In Node it does so only while the request itself is referred to:
 * who passes on nothing but `request.signal` loses the abort as soon as garbage is collected. A signal of one request each: one that
 * lives as long as the process would keep all its requests.
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
