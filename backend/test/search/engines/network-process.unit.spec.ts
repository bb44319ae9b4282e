import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { NO_REPORTS } from '../../../src/search/engines/network-process.js';
import { PICTURE_WEIGHTS, buildForNode } from '../../support/pictures.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder('network');
const program = path.join(folder, 'describe.mjs');
beforeAll(() => buildForNode('backend/src/search/image/describe-process.ts', program));

/** What a network's process stores in its home. The library's reports have a number of the machine, which they store there. */
async function stored(env: NodeJS.ProcessEnv): Promise<string[]> {
  const home = mkdtempSync(path.join(folder, 'home-'));
  const child = fork(program, [JSON.stringify(PICTURE_WEIGHTS)], { env: { HOME: home, ...env } });
  child.send({ id: 1, request: { about: true }, canAbort: false });
  expect(await once(child, 'message')).toMatchObject([{ result: { version: expect.any(String) } }, undefined]);
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
  return readdirSync(home);
}

test('the library of networks reports nothing to its maker', async () => {
  expect(await stored(NO_REPORTS)).toEqual([]);
});

test('without NO_REPORTS the library stores a number of the machine', async () => {
  expect(await stored({})).not.toEqual([]);
});
