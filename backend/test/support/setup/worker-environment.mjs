// @ts-check
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// It comes with jest, and is of jest's own version.
const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-node');

/**
 * What a test file says that needs modules of its own: it replaces modules, loads them again, or looks at what a process counts and
 * remembers.
 */
const NEEDS_OWN_MODULES =
  /\bjest\.(mock|doMock|setMock|unstable_mockModule|isolateModules\w*|resetModules)\b|metrics|scrape|watchdog|queueOutage/i;

const TESTS = path.resolve(import.meta.dirname, '../..') + path.sep;

/** The one module of the tests that keeps nothing of a file: the compiled schemas of the API. */
const API_DOCUMENT = path.join(TESTS, 'support/api-document.ts');

/** Shorter timers end soon enough. */
const LONG_TIMER_MS = 1_000;

/**
 * One environment, with one set of globals, for all test files of a worker: they share the modules that they test, which jest
 * would evaluate and the engine would optimise again for every file (jest.runtime.mjs). After each file, its mocks, its clock, its
 * long timers and its variables of `process.env` end.
 *
 * Some test files get an environment of their own, and in watch mode, where modules change, each does.
 */
export default class WorkerEnvironment extends TestEnvironment {
  /** @type {WorkerEnvironment | undefined} the one that a worker's test files share */
  static #shared;

  isShared = false;

  /** What a test file may change. */
  #initial = { env: { ...this.global.process.env }, exit: this.global.process.exit, now: this.global.Date.now };

  /** @type {NodeJS.Timeout[]} */
  #longTimers = [];

  /**
   * @param {{ globalConfig: { watch: boolean, watchAll: boolean } }} config
   * @param {{ testPath: string }} context
   */
  constructor(config, context) {
    const { watch, watchAll } = config.globalConfig;
    const isShared = !watch && !watchAll && !NEEDS_OWN_MODULES.test(readFileSync(context.testPath, 'utf8'));
    if (isShared && WorkerEnvironment.#shared) return WorkerEnvironment.#shared;
    super(config, context);
    this.isShared = isShared;
    this.#collectLongTimers();
    if (isShared) WorkerEnvironment.#shared = this;
  }

  /**
   * @param {string} file
   * @returns {boolean} true for a module that test files share; the tests' own ones keep what belongs to one file
   */
  shares(file) {
    return this.isShared && (!file.startsWith(TESTS) || file === API_DOCUMENT);
  }

  /**
   * Packages leave timers behind: the one of a rate limit's window lasts a day. Each of them would keep a closed shop in memory.
   */
  #collectLongTimers() {
    for (const name of /** @type {const} */ (['setTimeout', 'setInterval'])) {
      const set = this.global[name];
      this.global[name] = Object.assign((/** @type {Parameters<typeof setTimeout>} */ ...args) => {
        const timer = set(...args);
        if (Number(args[1]) >= LONG_TIMER_MS) this.#longTimers.push(timer);
        return timer;
      }, set);
    }
  }

  async teardown() {
    for (const timer of this.#longTimers.splice(0)) clearTimeout(timer);
    if (!this.isShared) return super.teardown();
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    const { process, Date } = this.global;
    Date.now = this.#initial.now;
    process.exit = this.#initial.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.#initial.env)) delete process.env[name];
    Object.assign(process.env, this.#initial.env);
  }
}

// jest takes a module of its configuration for a CommonJS one unless it says this.
export const __esModule = true;
