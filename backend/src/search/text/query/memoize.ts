/**
 * Remembers what a function made of a text: words of a shop come again and again.
 * @param most when so many are remembered, it begins anew
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
