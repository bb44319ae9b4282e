import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from './read.js';

const MIN_SECRET_LENGTH = 32;

/** Returns the secret stored under DATA_DIR, creating it at the first start. Processes that start together get the same one. */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'jwt-secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const secret = readFileSync(file, 'utf8').trim();
    if (secret.length < MIN_SECRET_LENGTH) throw new Error('it is too short');
    return secret;
  } catch (error) {
    throw new ConfigError(`The signing secret ${file} cannot be used: ${(error as Error).message}.`);
  }
}
