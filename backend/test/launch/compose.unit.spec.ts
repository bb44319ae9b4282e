import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { buildConstant } from '../../launch/build/build-info.mjs';
import { ROOT } from '../../launch/settings.mjs';

interface Service {
  build?: { args: Record<string, string> };
  logging?: { driver: string; options: Record<string, string> };
  healthcheck?: { start_period?: string };
}
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { services } = parse(read('docker/compose.yaml'), { merge: true }) as { services: Record<string, Service> };

test('the logs of every container are bounded', () => {
  expect(Object.keys(services)).toEqual(
    expect.arrayContaining(['postgres', 'redis', 'backend', 'worker', 'web', 'edge']),
  );
  for (const [name, { logging }] of Object.entries(services))
    expect([name, logging]).toEqual([name, { driver: 'json-file', options: { 'max-size': '50m', 'max-file': '5' } }]);
});

test('the start waits for a backend that migrates for longer than a migration waits for its tables', () => {
  expect(services.backend?.healthcheck?.start_period).toBe('15m');
});

test('an image names the commit that its build was given', () => {
  const [, build = ''] = read('docker/Dockerfile').split(/^FROM .*$/m);
  expect(build).toMatch(/^ARG SOURCE_COMMIT$[^]*^RUN npm run build/m);
  expect(services.backend?.build?.args).toEqual({ SOURCE_COMMIT: '${SOURCE_COMMIT:-}' });

  const { SOURCE_COMMIT: before } = process.env;
  try {
    process.env.SOURCE_COMMIT = '1a2b3c4d5e6f';
    expect(JSON.parse(buildConstant().MAY_BUILD)).toMatchObject({ commit: '1a2b3c4d5e6f' });
  } finally {
    if (before === undefined) delete process.env.SOURCE_COMMIT;
    else process.env.SOURCE_COMMIT = before;
  }
});
