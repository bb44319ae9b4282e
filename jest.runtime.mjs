// @ts-check
import { createRequire } from 'node:module';
import vm from 'node:vm';

// It comes with jest, and is of jest's own version.
const { default: Runtime } = createRequire(import.meta.url)('jest-runtime');

/** @type {Map<string, { source: string, script: vm.Script }>} */
const scripts = new Map();

/**
 * jest's own runtime, but that a worker compiles a module once: jest does it again for every test file, which with all
 * that the shop stands on took a third of the time of a small one. A compiled script belongs to no context, so the files
 * share no state.
 */
export default class CompilingOnce extends Runtime {
  /** @param {unknown[]} args what jest gives every runtime */
  constructor(...args) {
    super(...args);
    const { executor } = this;
    const explain = executor.compile.bind(executor);
    executor.compile = (/** @type {string} */ source, /** @type {string} */ filename) => {
      const context = executor.environment.getVmContext();
      if (!context) return null; // the test file has ended
      try {
        return scriptOf(source, filename, executor.injectedModuleParameters).runInContext(context);
      } catch {
        return explain(source, filename);
      }
    };
  }
}

/**
 * @param {string} source of a CommonJS module
 * @param {string} filename
 * @param {string[]} parameters the names that the module's function is called with
 */
function scriptOf(source, filename, parameters) {
  const kept = scripts.get(filename);
  if (kept?.source === source) return kept.script;
  const head = `(function (${parameters.join(', ')}) {`;
  // The line break ends a comment on the last line, as inline source maps are.
  const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  scripts.set(filename, { source, script });
  return script;
}

// jest takes a module of its configuration for a CommonJS one unless it says this.
export const __esModule = true;
