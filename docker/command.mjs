// @ts-check
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * `node command.mjs NAME ARGUMENTS` runs a maintenance command of an image, which has neither npm nor a shell. The command runs in this
 * process: a signal reaches it, and its exit code is that of the container.
 */
const [name = '', ...args] = process.argv.slice(2);
/** @type {{ scripts: Record<string, string> }} as docker/scripts.mjs wrote it: `node FILE` by name */
const { scripts } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'));
const [, file] = Object.hasOwn(scripts, name) ? (scripts[name]?.split(' ') ?? []) : [];
if (file) {
  const script = path.join(import.meta.dirname, file);
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
} else {
  console.error(`Name a command: ${Object.keys(scripts).join(', ')}`);
  process.exitCode = 1;
}
