// @ts-check
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isRunning } from '../processes/processes.mjs';
import { ROOT } from '../settings.mjs';

/*
 * Builds lie side by side below dist/builds, each complete in its own folder. dist/current links to the newest one, and
 * dist/backend and dist/web lead through it. Node resolves links when it starts a program, so a running shop keeps the
 * build that it was started from, and replacing one link switches the next start to another build.
 */

const KEPT_MS = 24 * 60 * 60_000;
/** Whoever builds all day long does not fill the disk. */
const MAX_KEPT = 5;
const PARTS = ['backend', 'web'];
/** Written last: a folder without it is half-made. It holds the hash of the sources; its time says when the build was last current. */
const STAMP = '.sources';
/** One file for each process that runs this build, named by its pid. */
const USERS = '.users';

/**
 * The builds of a folder.
 *
 * @param {string} [dist] absolute
 */
export function buildsIn(dist = path.join(ROOT, 'dist')) {
  const folder = path.join(dist, 'builds');
  const link = path.join(dist, 'current');

  /** @returns {string | undefined} the folder of the newest complete build, without links in its path */
  function current() {
    try {
      const build = realpathSync(link);
      return hashOf(build) === undefined ? undefined : build;
    } catch {
      return undefined;
    }
  }

  /** @returns {string[]} the folders of all builds, half-made ones too */
  function all() {
    return existsSync(folder) ? readdirSync(folder).map((name) => path.join(realpathSync(folder), name)) : [];
  }

  /** @param {string} build whose parts dist/backend and dist/web lead to from now on */
  function switchTo(build) {
    const former = current();
    if (former) utimesSync(path.join(former, STAMP), new Date(), new Date());
    replaceLink(link, path.join('builds', path.basename(build)));
    for (const part of PARTS) {
      if (!isLink(path.join(dist, part))) replaceLink(path.join(dist, part), path.join('current', part));
    }
  }

  /** Removes the builds that nobody runs and that no open page can still ask for. */
  function prune() {
    const now = current();
    const former = all().filter((build) => build !== now && hashOf(build) !== undefined);
    former.sort((one, other) => lastCurrent(other) - lastCurrent(one));
    former.forEach((build, place) => {
      const isRecent = place < MAX_KEPT && Date.now() - lastCurrent(build) < KEPT_MS;
      if (!isRecent && !isUsed(build)) rmSync(build, { recursive: true, force: true });
    });
  }

  return {
    /** @returns {string | undefined} the hash of the sources that the current build was made from */
    currentHash() {
      const build = current();
      return build && hashOf(build);
    },

    /**
     * Makes a build aside and switches to it once it is complete; when `work` fails, everything stays as it was. One
     * process at a time may do this.
     *
     * @param {string} hash of the sources
     * @param {(build: string) => Promise<void>} work fills the empty folder
     */
    async make(hash, work) {
      for (const build of all()) {
        if (hashOf(build) === undefined) rmSync(build, { recursive: true, force: true }); // of a build that was killed
      }
      const build = path.join(folder, `${new Date().toISOString().replace(/\D/g, '')}-${hash.slice(0, 8)}`);
      mkdirSync(build, { recursive: true });
      try {
        await work(build);
      } catch (error) {
        rmSync(build, { recursive: true, force: true });
        throw error;
      }
      writeFileSync(path.join(build, STAMP), hash);
      switchTo(build);
      prune();
    },

    /**
     * Switches to a build of these sources that was made before: another version of Node has one of its own.
     *
     * @param {string} hash of the sources
     * @returns {boolean} whether there was one
     */
    reuse(hash) {
      const build = all().find((one) => hashOf(one) === hash);
      if (build) switchTo(build);
      return build !== undefined;
    },

    /**
     * Keeps the current build from being removed for as long as this process lives.
     *
     * @returns {{ folder: string, release: () => Promise<void> }} its folder, and what ends that earlier
     */
    use() {
      const build = current();
      if (!build) throw new Error(`There is no build in ${dist}.`);
      const mark = path.join(build, USERS, String(process.pid));
      mkdirSync(path.dirname(mark), { recursive: true });
      writeFileSync(mark, '');
      return { folder: build, release: async () => rmSync(mark, { force: true }) };
    },
  };
}

/** @param {string} build */
function hashOf(build) {
  try {
    return readFileSync(path.join(build, STAMP), 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} build complete */
const lastCurrent = (build) => statSync(path.join(build, STAMP)).mtimeMs;

/** @param {string} build */
function isUsed(build) {
  const users = path.join(build, USERS);
  return existsSync(users) && readdirSync(users).some((pid) => isRunning(Number(pid)));
}

/** @param {string} file */
const isLink = (file) => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/**
 * Points a link somewhere else: by one renaming, so that there is no moment without it. Windows renames nothing onto a
 * folder; its junctions are replaced in two steps, and a program that starts just between them has to be started again.
 *
 * @param {string} file the link; a real folder there (of an older version of the shop) is removed
 * @param {string} target relative to the link's folder
 */
function replaceLink(file, target) {
  if (process.platform === 'win32') {
    rmSync(file, { recursive: true, force: true });
    symlinkSync(path.resolve(path.dirname(file), target), file, 'junction');
    return;
  }
  if (!isLink(file)) rmSync(file, { recursive: true, force: true });
  const aside = `${file}.new`;
  rmSync(aside, { force: true });
  symlinkSync(target, aside);
  renameSync(aside, file);
}
