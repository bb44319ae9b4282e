import { Transform, type TransformCallback } from 'node:stream';

/**
 * What React streams a page into. It joins the pieces of 2,048 bytes that React writes until it says `flush`, so that they
 * are compressed and sent as one.
 *
 * And it takes the zero bytes out: where a letter of two or three bytes ("ả") does not fit at the end of a piece, React 18
 * sends the bytes it leaves as zeros, which parsers drop in texts and show as "�" in attributes. React 19 does not
 * (facebook/react#26228).
 */
export class PageStream extends Transform {
  private pieces: Buffer[] = [];

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    let end = piece.length;
    while (end > 0 && piece[end - 1] === 0) end -= 1;
    this.pieces.push(piece.subarray(0, end));
    done();
  }

  /** React calls it when it has nothing more to write for now. */
  flush() {
    if (this.pieces.length > 0) this.push(Buffer.concat(this.pieces));
    this.pieces = [];
  }

  override _flush(done: TransformCallback) {
    this.flush();
    done();
  }
}
