import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { ShopError } from '../../platform/errors/shop-error.js';
import { builtFile } from '../../platform/threads/built-file.js';
import { PicturesBusy } from './decoding.js';
import { MAX_SECONDS } from './sharp.js';

/**
 * Scales a picture down in a separate process, which may need over a gigabyte: this process keeps its memory, and survives when
 * the machine has too little.
 *
 * @param side the maximum length of the longer side, in pixels
 * @param file the built shrink-process.ts
 * @returns a PNG, upright; the unchanged picture where the process is not built, as in tests of the sources
 * @throws ShopError 413 when the process was killed or took too long, 429 when it could not be started; another error when the
 *   picture cannot be decoded
 */
export async function shrinkApart(
  bytes: Buffer,
  side: number,
  file = builtFile('media/decoding/shrink-process.js'),
): Promise<Buffer> {
  if (!existsSync(file)) return bytes;
  const child = spawn(process.execPath, [file, String(side)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // The process that reads untrusted pictures gets none of the shop's settings.
    env: { MALLOC_ARENA_MAX: '1' },
    timeout: MAX_SECONDS * 1_000,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'close') as Promise<[code: number | null]>;
  child.stdin.on('error', () => undefined); // It ended early; its exit code states why.
  child.stdin.end(bytes);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = await ended.catch(() => {
    throw new PicturesBusy();
  });
  if (code === null) throw tooCostly();
  if (code !== 0) throw new Error('The picture cannot be decoded');
  return Buffer.concat(chunks);
}

const tooCostly = () =>
  new ShopError(413, 'Ảnh này cần quá nhiều bộ nhớ để đọc. Vui lòng chọn ảnh nhỏ hơn hoặc lưu lại dạng JPEG.');
