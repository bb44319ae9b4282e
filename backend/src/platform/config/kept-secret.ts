import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from './environment/read.js';

const MIN_SECRET_LENGTH = 32;
/** Another process may take an empty file away between any two steps. */
const MAX_TRIES = 5;

/**
 * Returns the secret stored under DATA_DIR, creating it at the first start. Processes that start together get the same one. A process
 * that is killed meanwhile leaves no file by that name without a secret; an empty one, of an earlier release, is replaced.
 */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'jwt-secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    let secret = readSecret(file);
    for (let tries = 0; !secret && tries < MAX_TRIES; tries++) {
      if (secret === '') takeAwayEmpty(file);
      create(file);
      secret = readSecret(file);
    }
    if (!secret || secret.length < MIN_SECRET_LENGTH) throw new Error('it is too short');
    return secret;
  } catch (error) {
    throw new ConfigError(`The signing secret ${file} cannot be used: ${(error as Error).message}.`);
  }
}

/** Creates the file with a new secret, both at once, unless another process has done so. */
function create(file: string): void {
  withNameBeside(file, (beside) => {
    writeFileSync(beside, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
    linkUnlessExists(beside, file);
  });
}

/** Removes an empty file. If another process has replaced it meanwhile, puts that file back. */
function takeAwayEmpty(file: string): void {
  withNameBeside(file, (beside) => {
    try {
      renameSync(file, beside);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return; // taken away by another process
      throw error;
    }
    if (readSecret(beside) !== '') linkUnlessExists(beside, file);
  });
}

/** Runs `act` with a name that no other process uses, and removes the file of that name afterwards. */
function withNameBeside(file: string, act: (beside: string) => void): void {
  const beside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    act(beside);
  } finally {
    rmSync(beside, { force: true });
  }
}

function linkUnlessExists(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** @returns undefined when there is no such file */
function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
