import { existsSync } from 'node:fs';
import path from 'node:path';

/** Real product names and photographs, and judged searches. They are optional and not a part of the project. */
export const REAL_DATA = path.resolve(
  process.env.REAL_DATA ?? path.join(import.meta.dirname, '../../../../shared/data'),
);

/** A test that needs REAL_DATA, reported as skipped without it. */
export function testWithRealData(title: string, run: () => Promise<void>, timeout?: number): void {
  const define = existsSync(REAL_DATA) ? test : test.skip;
  define(`with real data: ${title}`, run, timeout);
}
