// @ts-check
import asyncHooks from 'node:async_hooks';
import { createRequire } from 'node:module';
import vm from 'node:vm';

// It comes with jest, and is of jest's own version. What this file changes of it is private there.
/** @type {{ default: new (...args: any[]) => any }} */
const { default: Runtime } = createRequire(import.meta.url)('jest-runtime');

/**
 * Globals that a module takes from a scope around it. The sandbox looks up a global anew at every use, through an interceptor:
 * arithmetic on pictures took ten times as long. Only those that no test replaces, as some do with Date, timers and fetch.
 */
const GLOBALS = [
  ...['Math', 'Number', 'BigInt', 'String', 'Boolean', 'Symbol', 'RegExp', 'parseInt', 'parseFloat', 'isNaN', 'JSON'],
  ...['Object', 'Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Promise', 'Reflect', 'Proxy', 'Error', 'TypeError'],
  ...['Buffer', 'ArrayBuffer', 'DataView', 'Uint8Array', 'Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array'],
].join(', ');

/**
 * What a worker keeps of a jest project from one test file to the next: compiled scripts, transformed files, and the paths that
 * module names resolve to.
 *
 * @typedef {{ scripts: Map<string, { source: string, script: vm.Script }>, transforms: Map<string, any>, resolutions: Map<string, any> }} ModuleCache
 * @type {Map<string, ModuleCache>} by the project's id
 */
const caches = new Map();

/** @type {Map<string, any>} the modules that the test files of this worker share, by their paths */
const sharedModules = new Map();

/** @type {(from: string, name: string) => any} loads a module for the test file that runs, in an environment that shares modules */
let load;

/**
 * A test file's registry of modules, which forgets only what is its own.
 *
 * @extends {Map<string, any>}
 */
class PartlySharedModules extends Map {
  /** @param {(file: string) => boolean} isShared */
  constructor(isShared) {
    super();
    this.isShared = isShared;
  }

  /** @param {string} file @override */
  get(file) {
    return this.isShared(file) ? sharedModules.get(file) : super.get(file);
  }

  /** @param {string} file @override */
  has(file) {
    return this.get(file) !== undefined;
  }

  /** @param {string} file @param {any} module @override */
  set(file, module) {
    if (!this.isShared(file)) return super.set(file, module);
    sharedModules.set(file, module);
    return this;
  }

  /** @param {string} file @override */
  delete(file) {
    return this.isShared(file) ? sharedModules.delete(file) : super.delete(file);
  }
}

/**
 * Jest's runtime with a module cache: a worker resolves, transforms and compiles a module once. Jest does it again for every test
 * file, which took a good part of the time of a small one. Nothing in the cache belongs to a context, so test files share no state,
 * unless their environment lets them share the modules themselves.
 */
export default class CachingRuntime extends Runtime {
  /** @type {Set<asyncHooks.AsyncLocalStorage<any>>} those that the test file and all that it loads have made */
  #storages = new Set();

  /** @param {any[]} args what jest gives every runtime */
  constructor(...args) {
    super(...args);
    const [{ id }, globalConfig] = [args[0], args.at(-1)];
    // In watch mode, files change from one run to the next.
    const known = globalConfig.watch || globalConfig.watchAll ? undefined : caches.get(id);
    /** @type {ModuleCache} */
    const cache = known ?? { scripts: new Map(), transforms: new Map(), resolutions: new Map() };
    caches.set(id, cache);
    this.cacheScripts(cache.scripts);
    this.cacheTransforms(cache.transforms);
    this.cacheResolutions(cache.resolutions);
    const environment = args[1];
    if (environment.isShared) this.shareModules(environment);
    else this.trackStorages();
  }

  /** @param {ModuleCache['scripts']} scripts */
  cacheScripts(scripts) {
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    executor.compile = (/** @type {string} */ source, /** @type {string} */ filename) => {
      const context = executor.environment.getVmContext();
      if (!context) return null; // the test file has ended
      try {
        return scriptOf(scripts, source, filename, executor.injectedModuleParameters).runInContext(context);
      } catch {
        return compile(source, filename); // throws jest's own explanation of the error
      }
    };
  }

  /** @param {ModuleCache['transforms']} transforms */
  cacheTransforms(transforms) {
    const { transformCache } = this;
    const transform = transformCache.transform.bind(transformCache);
    transformCache.transform = (/** @type {string} */ filename, /** @type {any} */ options) => {
      if (options?.isInternalModule) return transform(filename, options);
      const known = transforms.get(filename);
      if (!known) {
        transform(filename, options);
        transforms.set(filename, transformCache.transforms.get(filename));
      } else {
        transformCache.transforms.set(filename, known);
        if (known.sourceMapPath) transformCache.sourceMaps.set(filename, known.sourceMapPath);
      }
      return transforms.get(filename).code;
    };
  }

  /** @param {ModuleCache['resolutions']} resolutions */
  cacheResolutions(resolutions) {
    const { _resolution: resolution } = this;
    for (const method of ['resolveCjs', 'getCjsMockModule']) {
      const resolve = resolution[method].bind(resolution);
      resolution[method] = (/** @type {string} */ from, /** @type {string} */ name) => {
        const key = `${method}\0${from}\0${name}`;
        if (!resolutions.has(key)) resolutions.set(key, resolve(from, name));
        return resolutions.get(key);
      };
    }
  }

  /**
   * Lets the test files of an environment share modules. A shared module loads others through the runtime of the file that runs.
   *
   * @param {{ shares: (file: string) => boolean }} environment
   */
  shareModules(environment) {
    load = (from, name) => this.requireModuleOrMock(from, name);
    this.registries.moduleRegistry = new PartlySharedModules((file) => environment.shares(file));
    this.requireBuilder.requireDispatch = (/** @type {string} */ from, /** @type {string} */ name) => load(from, name);
  }

  trackStorages() {
    const requireCore = this.coreModule.require.bind(this.coreModule);
    const tracked = withTrackedStorages(this.#storages);
    this.coreModule.require = (/** @type {string} */ name) =>
      name === 'async_hooks' || name === 'node:async_hooks' ? tracked : requireCore(name);
  }

  /**
   * Ends the test file's storages too. Before Node 24 each promise copies the value of every storage that was ever used, so
   * those of earlier files would slow each later one: with 200 of them an `await` takes 55 µs instead of 1.
   */
  teardown() {
    super.teardown();
    for (const storage of this.#storages) storage.disable();
    this.#storages.clear();
  }
}

/**
 * @param {ModuleCache['scripts']} scripts
 * @param {string} source of a CommonJS module
 * @param {string} filename
 * @param {string[]} parameters the names that the module's function is called with
 */
function scriptOf(scripts, source, filename, parameters) {
  const known = scripts.get(filename);
  if (known?.source === source) return known.script;
  const head = `(function (${GLOBALS}) { return function (${parameters.join(', ')}) {`;
  // The line break ends a comment on the last line, as inline source maps are.
  const script = new vm.Script(`${head}${source}\n}; })(${GLOBALS})`, { filename, columnOffset: -head.length });
  scripts.set(filename, { source, script });
  return script;
}

/**
 * @param {Set<asyncHooks.AsyncLocalStorage<any>>} storages takes every storage that is made
 * @returns {typeof asyncHooks} the module as the code under test sees it
 */
function withTrackedStorages(storages) {
  /** @extends {asyncHooks.AsyncLocalStorage<any>} */
  class AsyncLocalStorage extends asyncHooks.AsyncLocalStorage {
    /** @param {[]} args Node's own, which its versions differ in */
    constructor(...args) {
      super(...args);
      storages.add(this);
    }
  }
  return { ...asyncHooks, AsyncLocalStorage };
}

// jest takes a module of its configuration for a CommonJS one unless it says this.
export const __esModule = true;
