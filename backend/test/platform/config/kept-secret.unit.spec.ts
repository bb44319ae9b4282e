import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { keptSecret } from '../../../src/platform/config/kept-secret.js';

let dataDir: string;
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'may-secret-'));
});
afterEach(() => fs.rmSync(dataDir, { recursive: true }));

const fileOf = () => path.join(dataDir, 'jwt-secret');

/** Lets another process start in the moment before this one first calls a function of the file system. @returns its secret */
function otherProcessBefore(name: 'linkSync' | 'renameSync'): { secret?: string } {
  const other: { secret?: string } = {};
  const real = fs[name];
  jest.spyOn(fs, name).mockImplementationOnce((from, to) => {
    other.secret = keptSecret(dataDir);
    real(from, to);
  });
  return other;
}

test('a secret is created once, for its user alone', () => {
  const secret = keptSecret(path.join(dataDir, 'new'));
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect(keptSecret(path.join(dataDir, 'new'))).toBe(secret);
  expect(fs.readdirSync(path.join(dataDir, 'new'))).toEqual(['jwt-secret']);
  expect(fs.statSync(path.join(dataDir, 'new/jwt-secret')).mode & 0o777).toBe(0o600);
});

test('a start after one that was killed while it wrote the secret works', () => {
  jest.spyOn(fs, 'linkSync').mockImplementationOnce(() => {
    throw new Error('killed');
  });
  expect(() => keptSecret(dataDir)).toThrow('killed');
  expect(fs.existsSync(fileOf())).toBe(false);
  expect(keptSecret(dataDir)).toHaveLength(64);
});

test('an empty file is replaced', () => {
  fs.writeFileSync(fileOf(), '');
  const secret = keptSecret(dataDir);
  expect(secret).toHaveLength(64);
  expect(keptSecret(dataDir)).toBe(secret);
  expect(fs.readdirSync(dataDir)).toEqual(['jwt-secret']);
});

test.each(['linkSync', 'renameSync'] as const)('two processes that start at once get the same one: %s', (step) => {
  if (step === 'renameSync') fs.writeFileSync(fileOf(), '');
  const other = otherProcessBefore(step);
  const secret = keptSecret(dataDir);
  expect(other.secret).toHaveLength(64);
  expect(secret).toBe(other.secret);
  expect(keptSecret(dataDir)).toBe(secret);
  expect(fs.readdirSync(dataDir)).toEqual(['jwt-secret']);
});

test('a short secret is refused and stays', () => {
  fs.writeFileSync(fileOf(), 'x');
  expect(() => keptSecret(dataDir)).toThrow(/jwt-secret cannot be used: it is too short/);
  expect(fs.readFileSync(fileOf(), 'utf8')).toBe('x');
});
