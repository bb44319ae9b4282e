import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"]lucide-react['"];?/g;
const ICON_FILE = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
/** Random letters, which no compression shortens. */
const REACT_KEY = /,\s*key: "\w+"/g;
const REEXPORT = /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g;

const SLIM_ICON = fileURLToPath(new URL('../app/components/display/slim-icon.ts', import.meta.url));

/**
 * Imports each icon from its own module instead of from the index of all 1,700. The module graph then tells which page
 * needs which icon (see chunks.ts), and the build reads fewer files.
 * A function of a few lines turns an icon's data into a component, instead of lucide's own of eight kilobytes. It needs no keys.
 */
export function directIcons(): Plugin {
  let fileOf: Map<string, string> | undefined;
  return {
    name: 'direct-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source, importer) =>
      source === '../createLucideIcon.mjs' && importer?.includes('lucide-react') ? SLIM_ICON : null,
    transform(code, id) {
      if (ICON_FILE.test(id)) return { code: code.replace(REACT_KEY, ''), map: null };
      if (id.includes('node_modules') || !code.includes('lucide-react')) return null;
      const files = (fileOf ??= readIndex());
      const direct = code.replace(ICON_IMPORT, (_statement, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name && !name.startsWith('type '))
          .map((name) => {
            const [icon, local = icon] = name.split(/\s+as\s+/);
            const file = files.get(icon!);
            if (!file) this.error(`lucide-react has no icon ${icon}`);
            return `import ${local} from 'lucide-react/icons/${file}';`;
          })
          .join(''),
      );
      return { code: direct, map: null };
    },
  };
}

/** @returns for each name that the package exports, the file of its icon */
function readIndex(): Map<string, string> {
  const index = readFileSync(fileURLToPath(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs')), 'utf8');
  const names = [...index.matchAll(REEXPORT)].flatMap(([, list, file]) =>
    list!.split(',').map((item) => [item.replace(/^.* as /s, '').trim(), file!] as const),
  );
  return new Map(names);
}
