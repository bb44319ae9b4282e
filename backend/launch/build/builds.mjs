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
 * Builds are stored side by side in dist/builds, each complete in its own folder. dist/current links to the newest one, and
 * dist/backend and dist/web lead through it. Node resolves links when it starts a program, so a running shop keeps the
 * build that it was started from, and replacing one link switches the next start to another build.
 */

const KEPT_MS = 24 * 60 * 60_000;
/** The maximum number of former builds, so that frequent builds do not fill the disk. */
const MAX_KEPT = 5;
const PARTS = ['backend', 'web'];
/** The hash of the sources. Written last: a folder without it is incomplete. Its mtime tells when the build was last current. */
const STAMP = '.sources';
/** One file for each process that runs this build, named by its pid. */
const USERS = '.users';

/** The builds of a folder. */
export class Builds {
  /** @param {string} [dist] absolute */
  constructor(dist = path.join(ROOT, 'dist')) {
    this.dist = dist;
    this.folder = path.join(dist, 'builds');
    this.link = path.join(dist, 'current');
  }

  /** @returns {string | undefined} the hash of the sources that the current build was made from */
  currentHash() {
    const build = this.#current();
    return build && hashOf(build);
  }

  /**
   * Makes a build in a new folder and switches to it once it is complete. If `work` fails, nothing changes. Only one
   * process at a time may call this.
   *
   * @param {string} hash of the sources
   * @param {(build: string) => Promise<void>} work fills the empty folder
   */
  async make(hash, work) {
    for (const build of this.#all()) {
      if (hashOf(build) === undefined) rmSync(build, { recursive: true, force: true }); // left by an interrupted build
    }
    const build = path.join(this.folder, `${new Date().toISOString().replace(/\D/g, '')}-${hash.slice(0, 8)}`);
    mkdirSync(build, { recursive: true });
    try {
      await work(build);
    } catch (error) {
      rmSync(build, { recursive: true, force: true });
      throw error;
    }
    writeFileSync(path.join(build, STAMP), hash);
    this.#switchTo(build);
    this.#prune();
  }

  /**
   * Switches to an existing build of these sources. Each version of Node has its own.
   *
   * @param {string} hash of the sources
   * @returns {boolean} whether there was one
   */
  reuse(hash) {
    const build = this.#all().find((one) => hashOf(one) === hash);
    if (build) this.#switchTo(build);
    return build !== undefined;
  }

  /**
   * Protects the current build from removal while this process lives.
   *
   * @returns {{ folder: string, release: () => Promise<void> }} its folder, and a function that ends the protection
   */
  use() {
    const build = this.#current();
    if (!build) throw new Error(`There is no build in ${this.dist}.`);
    const mark = path.join(build, USERS, String(process.pid));
    mkdirSync(path.dirname(mark), { recursive: true });
    writeFileSync(mark, '');
    return { folder: build, release: async () => rmSync(mark, { force: true }) };
  }

  /** @returns {string | undefined} the folder of the newest complete build, without links in its path */
  #current() {
    try {
      const build = realpathSync(this.link);
      return hashOf(build) === undefined ? undefined : build;
    } catch {
      return undefined;
    }
  }

  /** @returns {string[]} the folders of all builds, including incomplete ones */
  #all() {
    const { folder } = this;
    return existsSync(folder) ? readdirSync(folder).map((name) => path.join(realpathSync(folder), name)) : [];
  }

  /** @param {string} build becomes the target of dist/backend and dist/web */
  #switchTo(build) {
    const former = this.#current();
    if (former) utimesSync(path.join(former, STAMP), new Date(), new Date());
    replaceLink(this.link, path.join('builds', path.basename(build)));
    for (const part of PARTS) {
      if (!isLink(path.join(this.dist, part))) replaceLink(path.join(this.dist, part), path.join('current', part));
    }
  }

  /** Removes former builds that no process uses and whose files open pages no longer need. */
  #prune() {
    const now = this.#current();
    const former = this.#all().filter((build) => build !== now && hashOf(build) !== undefined);
    former.sort((one, other) => lastCurrent(other) - lastCurrent(one));
    former.forEach((build, place) => {
      const isRecent = place < MAX_KEPT && Date.now() - lastCurrent(build) < KEPT_MS;
      if (!isRecent && !isUsed(build)) rmSync(build, { recursive: true, force: true });
    });
  }
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
 * Points a link to another target, atomically, by a rename. Windows cannot rename onto a folder: its junctions are replaced in
 * two steps, and a program that starts between them must be restarted.
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
