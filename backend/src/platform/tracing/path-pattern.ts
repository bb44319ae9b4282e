/** A word of a route. Names, numbers, keys and addresses have other characters, or more of them. */
const WORD = /^[a-z]+(-[a-z]+)*$/;
const MAX_WORD = 24;
const MAX_SEGMENTS = 8;

/**
 * The pattern of a path, for a span: `/api/orders/{}/pay/`. It names the call and nobody: whatever is no word of a route is left
 * out, and so is the query.
 */
export function pathPattern(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const segments = path.split('/').slice(0, MAX_SEGMENTS);
  return segments.map((each) => (each === '' || isWord(each) ? each : '{}')).join('/');
}

const isWord = (segment: string) => segment.length <= MAX_WORD && WORD.test(segment);

/** Files, probes and endless streams, which would bury the pages and calls in a list of traces. */
const UNTRACED = /^\/(media|healthz|readyz|metrics|internal)(\/|\?|$)/;

export const isTraced = (url: string): boolean => !UNTRACED.test(url);
