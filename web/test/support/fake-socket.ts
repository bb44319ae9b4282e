import { act } from '@testing-library/react';

/** Stands in for the browser's WebSocket. A test opens it, speaks from the shop's side, and closes it. */
export class FakeSocket {
  static readonly OPEN = 1;
  /** All that were made, the latest last. */
  static made: FakeSocket[] = [];
  static get latest(): FakeSocket {
    const latest = FakeSocket.made.at(-1);
    if (!latest) throw new Error('No socket was asked for');
    return latest;
  }

  readyState = 0;
  readonly sent: { message: string; sender_id: number; client_id: string }[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    FakeSocket.made.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as FakeSocket['sent'][number]);
  }
  close() {
    this.readyState = 3;
  }

  /** The shop lets it in. */
  open = () =>
    act(async () => {
      this.readyState = FakeSocket.OPEN;
      this.onopen?.();
    });
  /** The shop says something. */
  say = (frame: object) => act(async () => this.onmessage?.({ data: JSON.stringify(frame) }));
  /** The connection ends, or was not made. */
  end = (code = 1006) =>
    act(async () => {
      this.readyState = 3;
      this.onclose?.({ code });
    });
}
