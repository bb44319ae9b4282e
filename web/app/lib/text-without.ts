/** Cuts [start, end) out of a text, with the spaces and commas that would be left over. */
export function textWithout(text: string, start: number, end: number): string {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const [left, right] = [before.replace(/[\s,;]+$/, ''), after.replace(/^[\s,;]+/, '')];
  if (!left || !right) return (left + right).trim();
  const isListed = /[,;]\s*$/.test(before) || /^\s*[,;]/.test(after);
  return `${left}${isListed ? ', ' : ' '}${right}`;
}
