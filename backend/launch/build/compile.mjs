// @ts-check
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from '../launch-error.mjs';
import { ROOT } from '../settings.mjs';

/**
 * Compiles both sides concurrently.
 *
 * @param {string} folder of the build
 */
export async function compile(folder) {
  const failed = 'The build failed; see the output above.';
  const backend = async () => {
    await compileBackend(path.join(folder, 'backend'), failed);
    await program(process.execPath, [path.join(ROOT, 'backend/launch/build/bundle.mjs'), folder], failed);
  };
  const web = async () => {
    await npm(['run', '--silent', 'build:web'], failed, {
      BUILD_DIR: path.relative(ROOT, folder),
      NODE_ENV: 'production',
    });
    // Last, because Remix empties the folder at its start.
    const { bundleWebServer } = await import('./web-server.mjs');
    await bundleWebServer(path.join(folder, 'web'));
  };
  // Waits for both: after a failure the folder is removed, and the other side must not write to it any more.
  for (const side of await Promise.allSettled([backend(), web()])) if (side.status === 'rejected') throw side.reason;
}

/**
 * Compiles the backend, one file per source.
 *
 * @param {string} folder
 * @param {string} sentence the error message if it fails
 */
export async function compileBackend(folder, sentence) {
  const config = JSON.parse(readFileSync(path.join(ROOT, 'nest-cli.json'), 'utf8'));
  config.compilerOptions.builder.options.outDir = path.relative(ROOT, folder);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'nest-cli.json'); // The nest command reads the output folder only from its configuration.
  writeFileSync(file, JSON.stringify(config));
  await npm(['run', '--silent', 'compile:backend', '--', '--config', path.relative(ROOT, file)], sentence);
  rmSync(file);
}

/**
 * Runs an npm command in the project's folder, with its output shown.
 *
 * @param {string[]} args
 * @param {string} sentence the error message if it fails
 * @param {NodeJS.ProcessEnv} [env] in addition to this process's own
 * @returns {Promise<void>}
 */
export function npm(args, sentence, env) {
  // npm sets the path of its own program, which node runs on every platform; "npm" would need a shell on Windows.
  const known = process.env.npm_execpath;
  return known ? program(process.execPath, [known, ...args], sentence, env) : program('npm', args, sentence, env);
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {string} sentence the error message if it fails
 * @param {NodeJS.ProcessEnv} [env] in addition to this process's own
 * @returns {Promise<void>}
 */
function program(file, args, sentence, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: file === 'npm' && process.platform === 'win32',
    });
    child.once('error', () => reject(new LaunchError('npm was not found: install Node with npm.')));
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new LaunchError(sentence))));
  });
}
