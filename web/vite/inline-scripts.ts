import { readFile } from 'node:fs/promises';
import { transformWithEsbuild, type Plugin } from 'vite';

const INLINE = /^(.+[\\/]app[\\/]routing[\\/].+\.js)\?raw$/;

/** Takes spaces and comments out of the scripts that stand in the head of every page: they are sent with each page. */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const [, file] = INLINE.exec(id) ?? [];
      if (!file) return null;
      this.addWatchFile(file);
      const { code } = await transformWithEsbuild(await readFile(file, 'utf8'), file, {
        minify: true,
        sourcemap: false,
      });
      return `export default ${JSON.stringify(code.trim())}`;
    },
  };
}
