import prometheus, { type Registry } from 'prom-client';

/** What a build was made from. */
interface Build {
  version: string;
  /** The commit's short hash; with `+changes` when the working tree differed from it. */
  commit: string;
}

/** Set by the build, see backend/launch/build/build-info.mjs; missing where the sources run unbundled. */
declare const MAY_BUILD: Build | undefined;

export const BUILD: Build = typeof MAY_BUILD === 'undefined' ? { version: 'sources', commit: 'unknown' } : MAY_BUILD;

/** Registers the metric that names the running build. */
export function registerBuildInfo(registry: Registry): void {
  const info = new prometheus.Gauge({
    name: 'may_build_info',
    help: 'The running build; always 1.',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  });
  info.set({ ...BUILD, node: process.version }, 1);
}
