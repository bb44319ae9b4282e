import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../launch/settings.mjs';
import { temporaryFolder } from '../support/temporary-folder.js';

jest.setTimeout(120_000);

const LAUNCHER = pathToFileURL(path.join(ROOT, 'backend/launch/launcher.mjs')).href;

const folder = temporaryFolder('launcher');

/** Interrupts a launched command, which gets another signal while it cleans up. */
async function interrupt(second: NodeJS.Signals) {
  const script = path.join(folder, 'command.mjs');
  writeFileSync(
    script,
    `import { launch, untilStopped } from '${LAUNCHER}';
     await launch(async ({ signal, onStop }) => {
       onStop(async () => {
         const heard = new Promise((resolve) => process.once('${second}', resolve));
         process.kill(process.pid, '${second}');
         await heard;
         console.log('cleaned up');
       });
       setInterval(() => undefined, 60_000);
       process.kill(process.pid, 'SIGINT');
       await untilStopped(signal);
     });`,
  );
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
  return { code: code as number | null, output };
}

test('a Ctrl-C that comes from the terminal and from npm is one: the command cleans up', async () => {
  expect(await interrupt('SIGINT')).toEqual({ code: 0, output: 'cleaned up\n' });
});

test('another signal while it cleans up ends a command at once', async () => {
  expect(await interrupt('SIGTERM')).toEqual({ code: 1, output: '' });
});
