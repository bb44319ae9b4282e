import { parseArgs } from 'node:util';
import { Config } from '../platform/config/config.js';
import { bucketUrl } from '../platform/config/environment/url-kinds.js';
import { isPictureFile } from '../media/media-store.js';
import { copyFiles, differingFiles } from '../platform/file-store/copy-files.js';
import { StoreUnavailable } from '../platform/file-store/file-store.js';
import { FolderFileStore } from '../platform/file-store/folder-file-store.js';
import { reasonOf } from '../platform/file-store/s3-errors.js';
import { S3FileStore } from '../platform/file-store/s3-file-store.js';
import { inFolder } from '../platform/config/s3-settings.js';
import { syncFolders } from '../platform/file-store/sync-folders.js';
import { runCommand } from './run-command.js';

const USAGE = `npm run media:move -- --to s3://BUCKET/FOLDER [--delete-source]
npm run media:move -- --from s3://BUCKET/FOLDER [--delete-source]

--to copies the pictures of the folder into a bucket, --from copies them back; the S3_* settings say where the bucket is. It can
run beside the shop and again after an interruption: pictures that stand are not copied again. --delete-source deletes the
source once every picture stands in the target.`;
const EVERY = 1_000;
const MAX_DELETES = 1_000;

/** @returns the exit code */
async function run(): Promise<number> {
  const { to, from, 'delete-source': deletes } = options();
  const url = to ?? from;
  if (url === undefined || (to !== undefined && from !== undefined) || bucketUrl.parse(url) === undefined) {
    console.error(USAGE);
    return 1;
  }
  const config = Config.ofProcess();
  const bucket = new S3FileStore(inFolder(config.bucketAt(url), 'media'));
  const folder = new FolderFileStore(config.mediaDir);
  const [source, target] = to === undefined ? [bucket, folder] : [folder, bucket];
  await bucket.check().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new Error(`${bucket.place} cannot be reached (${reasonOf(error)}): nothing was moved.`, { cause: error });
  });
  const counts = { copied: 0, same: 0, bytes: 0 };
  await copyFiles(source, target, isPictureFile, ({ bytes }, result) => {
    counts[result] += 1;
    if (result === 'copied') counts.bytes += bytes;
    const done = counts.copied + counts.same;
    if (done % EVERY === 0) console.log(`${done} files …`);
  });
  const missing = await differingFiles(source, target, isPictureFile);
  if (missing.length > 0)
    throw new Error(`${missing.length} files do not stand in ${target.place}, such as ${missing[0]}: run it again.`);
  if (counts.copied + counts.same === 0 && !(await hasPictures(target)))
    throw new Error(`No pictures in ${source.place}, and none in ${target.place}: see MEDIA_URL and DATA_DIR.`);
  const megabytes = (counts.bytes / 1e6).toFixed(1);
  console.log(
    `${counts.copied} files copied from ${source.place} (${megabytes} MB), ${counts.same} were there: all stand in ${target.place}.`,
  );
  if (!deletes) return 0;
  // The source is the only other copy: what a power cut could take must not be deleted there.
  if (target === folder) await syncFolders(folder.place);
  await remove(source, target);
  return 0;
}

async function hasPictures(store: FolderFileStore | S3FileStore): Promise<boolean> {
  for await (const { name } of store.list('')) if (isPictureFile(name)) return true;
  return false;
}

function options() {
  try {
    return parseArgs({
      options: { to: { type: 'string' }, from: { type: 'string' }, 'delete-source': { type: 'boolean' } },
    }).values;
  } catch {
    return {};
  }
}

/** Deletes the files of the source that stand in the target: one that was added since the check stays. */
async function remove(source: FolderFileStore | S3FileStore, target: FolderFileStore | S3FileStore): Promise<void> {
  const standing = new Set<string>();
  for await (const { name } of target.list('')) standing.add(name);
  let names: string[] = [];
  let deleted = 0;
  const flush = async () => {
    await source.remove(names);
    deleted += names.length;
    names = [];
  };
  for await (const { name } of source.list('')) {
    if (isPictureFile(name) && standing.has(name)) names.push(name);
    if (names.length === MAX_DELETES) await flush();
  }
  await flush();
  console.log(`${deleted} files deleted from ${source.place}.`);
}

await runCommand(run);
