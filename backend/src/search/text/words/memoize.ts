/**
 * Memoizes a function of a text, because a shop's words repeat.
 * @param maxSize the maximum number of results; then the cache is emptied
 */
export function memoize<Result>(compute: (text: string) => Result, maxSize = 20_000): (text: string) => Result {
  const cache = new Map<string, Result>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    if (cache.size >= maxSize) cache.clear();
    const result = compute(text);
    cache.set(text, result);
    return result;
  };
}
