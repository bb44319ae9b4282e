import { existsSync } from 'node:fs';
import path from 'node:path';

/** A catalogue of real names and photographs, and judged searches, which may lie beside the project and are no part of it. */
export const REAL_DATA = path.resolve(
  process.env.REAL_DATA ?? path.join(import.meta.dirname, '../../../../shared/data'),
);

/** A test that needs REAL_DATA, and is reported as skipped where there is none. */
export function testWithRealData(title: string, run: () => Promise<void>, timeout?: number): void {
  const define = existsSync(REAL_DATA) ? test : test.skip;
  define(`with real data: ${title}`, run, timeout);
}
