import { Injectable, Logger } from '@nestjs/common';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Config } from '../../platform/config/config.js';
import { reasonOfError } from '../../platform/errors/error-sentence.js';
import { Every } from '../../platform/recurring.js';
import { daysBefore } from '../../platform/retention/retention.js';

const EVERY_MS = 3_600_000;
/** A mail file, or the temporary file that a killed worker left. Other files in the folder are not the shop's. */
const MAIL_FILE = /^(?:\..{36}|[^.].*\.eml)$/;

/** The folder of the mails of a shop without a mail server. */
export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'mail');

/**
 * Runs in each worker, because the folder is this machine's: deletes mails that were written longer ago than the list of mails
 * remembers them. Also with a mail server, which may have been set later.
 */
@Injectable()
export class MailFiles {
  readonly logger = new Logger('Mail');

  constructor(private readonly config: Config) {}

  @Every(EVERY_MS, 'Old files of mails stay', { atStart: true })
  async tick(signal?: AbortSignal): Promise<void> {
    const folder = mailFolder(this.config);
    const before = daysBefore(new Date(), this.config.retentionDays.mails);
    let deleted = 0;
    for (const name of await namesIn(folder)) {
      if (signal?.aborted) return;
      const file = path.join(folder, name);
      const stats = await stat(file).catch(() => undefined);
      if (!stats?.isFile() || stats.mtime >= before) continue;
      try {
        await rm(file, { force: true });
        deleted += 1;
      } catch (error) {
        this.logger.warn(`The old mail ${file} stays: ${reasonOfError(error)}`); // The others go all the same.
      }
    }
    if (deleted > 0) this.logger.log(`Deleted ${deleted} old files of mails`);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => MAIL_FILE.test(name));
}
