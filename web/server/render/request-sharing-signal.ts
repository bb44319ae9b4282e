/**
 * A request whose `signal` is the one that it was made with. Node gives each request a signal of its own that follows the other
 * one, but only while the request itself is referenced: code that passes on `request.signal` alone loses the abort at the next
 * garbage collection. Keeping the request for as long as the signal lives is no way out, because Node keeps the signal for as long
 * as the request lives: then neither is ever collected.
 *
 * For code that reads `request.signal`; `fetch(request)` does not see the abort.
 */
export class RequestSharingSignal extends Request {
  readonly #signal: AbortSignal | undefined;

  constructor(input: string | URL | Request, init?: RequestInit) {
    super(input, { ...init, signal: null });
    this.#signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
  }

  override get signal(): AbortSignal {
    return this.#signal ?? super.signal;
  }
}
