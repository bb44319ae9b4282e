import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** A reason why a backup cannot be written or restored: one sentence, for the operator. */
export class BackupError extends Error {}

/** The format of the folder; another one is refused. */
export const BACKUP_FORMAT = 1;
const MANIFEST = 'manifest.json';

/** Names stay inside the backup's folder. */
const isInside = (name: string) => !path.isAbsolute(name) && !name.split(/[\\/]/).includes('..');

const Manifest = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** When the rows were read: what was committed before is in it. */
  taken_at: z.iso.datetime(),
  release: z.string(),
  /** The migrations of the database, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().nonnegative(),
      /** What the application's role may do with it; null without that role. */
      rights: z.string().nullable(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string().nullable() })),
  /** Hashes of pictures that the tables name and the files lack: they were deleted, or stored, while the backup was written. */
  missing_pictures: z.array(z.string()).default([]),
  /** Hashes of pictures that the shop shows and whose files were not where the backup looked for them. */
  lost_pictures: z.array(z.string()).default([]),
  files: z.array(z.object({ name: z.string().refine(isInside), bytes: z.int().nonnegative(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestFile = (folder: string) => path.join(folder, MANIFEST);

/** The file with the rows of a table. */
export const dataFile = (table: string) => `data/${table}.copy.gz`;

/**
 * Reads a backup's manifest.
 * @throws BackupError when the folder holds no backup, half a backup, a damaged one, or one of another format
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${folder} holds no complete backup: ${MANIFEST} cannot be read (${error.code}).`);
  });
  return parse(folder, text);
}

/**
 * Compares every file of a backup with its manifest.
 * @throws BackupError when one is missing or damaged
 */
export async function refuseDamaged(folder: string, manifest: Manifest): Promise<void> {
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = path.join(folder, name);
    const stats = await stat(file).catch(() => undefined);
    if (!stats) throw new BackupError(`The backup is incomplete: ${file} is missing.`);
    if (stats.size !== bytes || (await sha256Of(file)) !== sha256)
      throw new BackupError(`The backup is damaged: ${file} is not the file that was backed up.`);
  }
  const names = new Set(manifest.files.map(({ name }) => name));
  const lost = manifest.tables.find((table) => !names.has(dataFile(table.name)));
  if (lost) throw new BackupError(`The backup is incomplete: it has no rows of ${lost.name}.`);
}

function parse(folder: string, text: string): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new BackupError(`The backup is damaged: ${manifestFile(folder)} is not JSON.`);
  }
  const { data, error } = Manifest.safeParse(content);
  if (data) return data;
  const format = (content as { format?: unknown } | null)?.format;
  throw new BackupError(
    format === BACKUP_FORMAT
      ? `The backup is damaged: ${manifestFile(folder)} has a wrong ${error.issues[0]?.path.join('.')}.`
      : `The backup has format ${JSON.stringify(format)}, and this release reads format ${BACKUP_FORMAT}.`,
  );
}

/** Returns the SHA-256 of a file, as hexadecimal digits. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
