import { Transform, type TransformCallback } from 'node:stream';

/**
 * The stream that React renders a page into. It joins React's chunks of 2,048 bytes until `flush`, so that they are
 * compressed and sent as one.
 *
 * It also removes zero bytes: when a multi-byte letter ("ả") does not fit at the end of a chunk, React 18 leaves the
 * remaining bytes zero. Parsers drop them in text and show "�" in attributes. React 19 fixed it (facebook/react#26228).
 */
export class PageStream extends Transform {
  private pieces: Buffer[] = [];

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    let end = piece.length;
    while (end > 0 && piece[end - 1] === 0) end -= 1;
    this.pieces.push(piece.subarray(0, end));
    done();
  }

  /** Called by React when it has nothing more to write for now. */
  flush() {
    if (this.pieces.length > 0) this.push(Buffer.concat(this.pieces));
    this.pieces = [];
  }

  override _flush(done: TransformCallback) {
    this.flush();
    done();
  }
}
