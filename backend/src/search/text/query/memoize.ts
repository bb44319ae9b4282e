/**
 * Memoizes a function of a text, because a shop's words repeat.
 * @param maxSize the maximum number of results; then the cache is emptied
 */
export function memoize<Made>(make: (text: string) => Made, maxSize = 20_000): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const there = known.get(text);
    if (there !== undefined) return there;
    if (known.size >= maxSize) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
