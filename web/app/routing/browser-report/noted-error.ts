/** What was thrown, and the page's address then. Neither leaves the browser as it is. */
export type NotedError = readonly [thrown: unknown, href: string];
