/** The parameters of a query: one value, or all of a repeated name. */
export type Query = Record<string, string | string[]>;

/**
 * Parses the query of a URL. The application and the keys of cached responses read it by this one function: where two parsers
 * disagree, one URL would be answered with the response of another.
 * @param text without the question mark
 * @returns without a prototype
 */
export function parseQueryString(text: string | null | undefined): Query {
  const query = Object.create(null) as Query;
  for (const [name, value] of new URLSearchParams(text ?? '')) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}
