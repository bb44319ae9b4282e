import { withoutMarks } from 'contract/without-marks';
import type { ReactNode } from 'react';

/** Letter by letter, so that places in the folded text are places in the text itself. */
const fold = (letter: string) => withoutMarks(letter).padEnd(1, ' ').slice(0, 1);

const foldText = (text: string) => Array.from(text.normalize('NFC'), fold).join('');

/** A text in which the beginnings of words that are typed stand out, whatever their tones. */
export function Highlight({ text, typed }: { text: string; typed: string }): ReactNode {
  const letters = Array.from(text.normalize('NFC'));
  const folded = foldText(text);
  const marked = new Array<boolean>(letters.length).fill(false);
  for (const word of new Set(foldText(typed).split(/[^\p{L}\p{N}]+/u))) {
    if (word === '') continue;
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      if (at === 0 || /[^\p{L}\p{N}]/u.test(folded.charAt(at - 1))) marked.fill(true, at, at + word.length);
    }
  }
  const parts: ReactNode[] = [];
  for (let from = 0; from < letters.length;) {
    let to = from;
    while (to < letters.length && marked[to] === marked[from]) to++;
    const part = letters.slice(from, to).join('');
    parts.push(
      marked[from] ? (
        <mark key={from} className="bg-transparent font-bold text-inherit">
          {part}
        </mark>
      ) : (
        part
      ),
    );
    from = to;
  }
  return parts;
}
