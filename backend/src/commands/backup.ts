import path from 'node:path';
import { Config } from '../platform/config/config.js';
import { backupArguments } from './backups/backup-arguments.js';
import { BackupError } from './backups/manifest.js';
import { deleteHalfBackups, deleteLossyBackups, deleteOldBackups } from './backups/rotate-backups.js';
import { writeBackup } from './backups/write-backup.js';
import { runCommand } from './run-command.js';

// `npm run backup -- --to FOLDER`: copies database, pictures and settings without secrets, beside a running shop.
// `npm run backup -- --into FOLDER --keep 14`: the same into a new folder there, of which the newest stay.
await runCommand(async () => {
  const now = new Date();
  const { folder, rotated } = backupArguments(process.argv.slice(2), now);
  const config = Config.ofProcess();
  // First of all, for a full disk would stop each backup before it made room.
  if (rotated) await deleteHalfBackups(rotated.folder, now);
  const { tables, files, missing_pictures: missing, lost_pictures: lost } = await writeBackup(config, folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const pictures = files.filter(({ name }) => name.startsWith('media/')).length;
  console.log(`${rows} rows of ${tables.length} tables and ${pictures} picture files written to ${folder}.`);
  if (missing.length > 0)
    console.log(
      `${missing.length} pictures were deleted or not yet stored while it was written, and are missing in it: manifest.json names them. Another backup has none that the shop shows.`,
    );
  console.log('JWT_SECRET and the other secrets are not in it: keep them elsewhere, second factors need JWT_SECRET.');
  if (rotated) {
    const written = path.basename(folder);
    const old =
      lost.length > 0
        ? await deleteLossyBackups(rotated.folder, written)
        : await deleteOldBackups(rotated.folder, rotated.keep, written);
    if (old.length > 0) console.log(`Older backups deleted: ${old.join(', ')}.`);
  }
  if (lost.length > 0)
    throw new BackupError(
      `${folder} is written without ${lost.length} pictures that the shop shows, such as ${lost[0]}: their files are not where it looked, see MEDIA_URL and DATA_DIR. The last backups with all pictures stay.`,
    );
});
