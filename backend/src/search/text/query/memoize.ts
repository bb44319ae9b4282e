/**
 * Memoizes a function of a text, because a shop's words repeat.
 * @param most the maximum number of results; then the cache is emptied
 */
export function remembered<Made>(make: (text: string) => Made, most = 20_000): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const there = known.get(text);
    if (there !== undefined) return there;
    if (known.size >= most) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
