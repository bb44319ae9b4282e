import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../../launch/settings.mjs';

test('every installed package has a permissive licence or is a named exception', () => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'backend/launch/sbom.mjs')], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect([status, stderr]).toEqual([0, '']);
}, 120_000);
