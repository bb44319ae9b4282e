import path from 'node:path';
import { Config } from '../platform/config/config.js';
import { BackupError } from './backups/manifest.js';
import { writeBackup } from './backups/write-backup.js';
import { runCommand } from './run-command.js';

// `npm run backup -- --to FOLDER`: copies database, pictures and settings without secrets, beside a running shop.
await runCommand(async () => {
  const folder = folderOf(process.argv.slice(2));
  const { tables, files, missing_pictures: missing } = await writeBackup(Config.ofProcess(), folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const pictures = files.filter(({ name }) => name.startsWith('media/')).length;
  console.log(`${rows} rows of ${tables.length} tables and ${pictures} picture files written to ${folder}.`);
  if (missing.length > 0)
    console.log(
      `${missing.length} pictures were deleted or not yet stored while it was written, and are missing in it: manifest.json names them. Another backup has none that the shop shows.`,
    );
  console.log('JWT_SECRET and the other secrets are not in it: keep them elsewhere, second factors need JWT_SECRET.');
});

function folderOf([name, folder, ...others]: string[]): string {
  if (name !== '--to' || !folder || others.length > 0)
    throw new BackupError('Say which folder: npm run backup -- --to FOLDER');
  return path.resolve(folder);
}
