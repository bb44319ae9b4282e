import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../platform/config/config.js';

const A_DAY = 86_400_000;

/** The uploaded files of imports, under DATA_DIR/imports. */
export class ImportFiles {
  private constructor(readonly folder: string) {}

  static of(config: Config): ImportFiles {
    return new ImportFiles(path.join(config.dataDir, 'imports'));
  }

  pathOf(name: string): string {
    return path.join(this.folder, name);
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  /** Returns the names of files older than a day, including partial uploads of processes that died. */
  async old(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    const ages = await Promise.all(
      names.map(async (name) => ({ name, since: await stat(this.pathOf(name)).catch(() => undefined) })),
    );
    return ages.filter(({ since }) => since && Date.now() - since.mtimeMs > A_DAY).map(({ name }) => name);
  }
}
