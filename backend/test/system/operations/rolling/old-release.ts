import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../../launch/settings.mjs';

const run = promisify(execFile);

const MIGRATIONS = 'backend/src/platform/database/migrations/';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/**
 * The commit to upgrade from, of the variable UPGRADE_FROM or the one before the newest migration: an older one may need packages that
 * are no longer installed. Says so when there is none.
 */
export function oldCommit(): string | undefined {
  try {
    const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', MIGRATIONS);
    return git('rev-parse', '--verify', '--quiet', `${process.env.UPGRADE_FROM ?? `${added}^`}^{commit}`);
  } catch {
    console.log('Skipped: an upgrade needs the history of this repository (git fetch --unshallow).');
    return undefined;
  }
}

/**
 * Builds an earlier commit with the packages that are installed now.
 * @returns its folder, under `.cache/releases`
 */
export async function buildRelease(commit: string): Promise<string> {
  const folder = path.join(ROOT, '.cache/releases', commit.slice(0, 12));
  if (!existsSync(path.join(folder, 'package.json'))) {
    mkdirSync(folder, { recursive: true });
    const archive = `${folder}.tar`;
    git('archive', '--format=tar', '-o', archive, commit);
    await run('tar', ['-xf', archive, '-C', folder]);
    rmSync(archive);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  }
  // Its own program builds it. `npm run build` would install its packages first, through the link into ours.
  const prepare = path.join(folder, 'backend/launch/build/prepare.mjs');
  const script = `const { buildIfChanged } = await import(${JSON.stringify(prepare)}); await buildIfChanged();`;
  const env = { ...process.env, SOURCE_COMMIT: commit };
  await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env, maxBuffer: 1e8 });
  return folder;
}
