import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { ImportRunner } from '../../../src/catalog/import/runs/import-runner.js';
import { ImportsProcessor } from '../../../src/catalog/import/runs/imports.processor.js';

test('while the database is down, the looks for imports of ten seconds log one line', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const runner = { due: () => Promise.reject(new Error('connect ECONNREFUSED')) } as unknown as ImportRunner;
  const processor = new ImportsProcessor(runner, {} as Queue);
  for (let look = 0; look < 10; look++) await processor.poll();
  expect(warn.mock.calls).toEqual([['Polling for imports failed: connect ECONNREFUSED']]);
  warn.mockRestore();
});
