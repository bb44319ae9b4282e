import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the project's folder, wherever this file was bundled to. */
export function projectFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

/** Returns the version of this release, such as `0.2.0`, also where the code is not bundled and `BUILD` is not set. */
export function projectVersion(): string {
  const text = readFileSync(path.join(projectFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * Returns the compiled file of a backend source, `builtFile('search/worker/search-thread.js')`: from the build that this
 * file belongs to, since a newer one may exist meanwhile; from the current build when this runs from source.
 */
export function builtFile(file: string): string {
  for (let folder = import.meta.dirname; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const compiled = path.join(folder, 'src', file);
    if (existsSync(compiled)) return compiled;
  }
  return path.join(projectFolder(), 'dist/backend/src', file);
}
