import { Transform } from 'node:stream';

/**
 * Takes the zero bytes out of a page that React 18 streams. It writes in pieces of 2,048 bytes, and where a letter of two or
 * three bytes ("ả") does not fit at the end of one, the bytes it leaves are sent as zeros: parsers drop them in texts
 * and show them as "�" in attributes. React 19 does not (facebook/react#26228).
 */
export function withoutPadding(): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      let end = piece.length;
      while (end > 0 && piece[end - 1] === 0) end -= 1;
      done(null, piece.subarray(0, end));
    },
  });
}
