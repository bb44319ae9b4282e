/**
 * How long a search waits for its answer, in a test file that mocks `SEARCH_TIMEOUT_MS` with it: as long as a busy machine takes.
 * Where no answer comes, a test waits for a moment only.
 */
export const searchTimeout = { ms: 120_000 };
