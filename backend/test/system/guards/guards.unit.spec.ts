import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GUARDS } from './guards.mjs';
import { SECURITY_GUARDS } from './security-guards.mjs';

const SOURCES = path.join(import.meta.dirname, '../../../src');

test.each([...GUARDS, ...SECURITY_GUARDS])('the guard "$name" stands once in $file', ({ file, code }) => {
  expect(readFileSync(path.join(SOURCES, file), 'utf8').split(code)).toHaveLength(2);
});
