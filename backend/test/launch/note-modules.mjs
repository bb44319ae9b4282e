// @ts-check
import { register } from 'node:module';

// `node --import THIS`: writes the addresses of all modules that a process loads into the file NOTED_MODULES.
const HOOK = `
import { appendFileSync } from 'node:fs';
export function load(url, context, next) {
  appendFileSync(process.env.NOTED_MODULES, url + '\\n');
  return next(url, context);
}`;
register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
