import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * A plugin that acts on the files of the browser once both builds are written: Remix writes the browser's manifest with the server's build,
 * which comes last. Several act in the order of the plugins.
 *
 * @param act receives the folder of these files
 */
export function afterBuild(name: string, act: (folder: string) => Promise<void>): Plugin {
  let folder = '';
  return {
    name,
    apply: 'build',
    configResolved(config) {
      folder = config.build.ssr ? join(config.build.outDir, '../client') : '';
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => (folder ? act(folder) : undefined),
    },
  };
}
