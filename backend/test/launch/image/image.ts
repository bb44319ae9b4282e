import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pruneForImage } from '../../../../docker/prune.mjs';
import { imagePackage } from '../../../../docker/scripts.mjs';
import { ROOT } from '../../../launch/settings.mjs';

const DOCKERFILE = readFileSync(path.join(ROOT, 'docker/Dockerfile'), 'utf8');
const [, FINAL_STAGE = ''] = DOCKERFILE.split(/^FROM .*$/m).slice(1);
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;

/**
 * What docker/Dockerfile puts into an image, as a folder that the processes in it cannot write: they run as `nobody`, or as who runs the
 * tests, whom the files then forbid it. They are given the variables of the Dockerfile, with /data and /tmp in folders of the test.
 */
export class Image {
  private readonly home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'may-image-')));
  readonly folder = path.join(this.home, 'shop');
  /** The only folders that its processes may write. */
  readonly data = path.join(this.home, 'data');
  readonly tmp = path.join(this.home, 'tmp');
  private readonly running: ChildProcess[] = [];

  constructor() {
    chmodSync(this.home, 0o755);
    mkdirSync(this.folder);
    for (const folder of [this.data, this.tmp]) this.makeWritable(folder);
    for (const [, source = '', target = ''] of FINAL_STAGE.matchAll(/^COPY --from=build \/shop\/(\S+) (\S+)$/gm)) {
      if (source === 'package.json') this.writePackage();
      else copyTree(path.join(ROOT, source), path.join(this.folder, target), unlessDevelopment(source));
    }
    pruneForImage(path.join(this.folder, 'node_modules'), process);
    if (!IS_ROOT) forbidWriting(this.folder);
  }

  /** The file package.json, whose scripts are its commands. */
  get package(): { scripts: Record<string, string> } {
    return JSON.parse(readFileSync(path.join(this.folder, 'package.json'), 'utf8')) as ReturnType<typeof imagePackage>;
  }

  /** Makes a folder that its processes may write. */
  makeWritable(folder: string): string {
    mkdirSync(folder, { recursive: true });
    if (IS_ROOT) chownSync(folder, NOBODY, NOBODY);
    return folder;
  }

  /** Starts one of its processes, as a container would. */
  start(script: string, env: NodeJS.ProcessEnv): { child: ChildProcess; words: () => string } {
    const child = this.spawn(process.execPath, [script], env);
    this.running.push(child);
    let words = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (words += String(chunk)));
    return { child, words: () => words };
  }

  /** Runs one of its maintenance commands to the end: `node command.mjs NAME ARGS`. */
  async command(name: string, args: string[], env: NodeJS.ProcessEnv) {
    const child = this.spawn(process.execPath, ['command.mjs', name, ...args], env);
    const [out, error, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
    return { code: code as number | null, out, error };
  }

  close(): void {
    for (const child of this.running) child.kill('SIGKILL');
    if (!IS_ROOT) forbidWriting(this.folder, 0o755);
    rmSync(this.home, { recursive: true, force: true });
  }

  private spawn(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
    const options: SpawnOptions = {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...this.variables(), ...env },
      ...(IS_ROOT && { uid: NOBODY, gid: NOBODY }),
    };
    return spawn(command, args, options);
  }

  private variables(): NodeJS.ProcessEnv {
    const lines = [...FINAL_STAGE.replaceAll('\\\n', ' ').matchAll(/^ENV (.*)$/gm)].map(([, line = '']) => line);
    const pairs = lines.flatMap((line) => [...line.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)]);
    // Together: a folder of the test may itself be in /tmp.
    const moved = (value: string) =>
      value.replace(/^\/(data|tmp)\b/, (_, name) => (name === 'data' ? this.data : this.tmp));
    return Object.fromEntries(pairs.map(([, name = '', quoted, plain = '']) => [name, moved(quoted ?? plain)]));
  }

  private writePackage(): void {
    const project = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Parameters<
      typeof imagePackage
    >[0];
    writeFileSync(path.join(this.folder, 'package.json'), JSON.stringify(imagePackage(project)));
  }
}

/** Leaves out what `npm prune --omit=dev` removes: packages that only development needs, by the lock file. */
function unlessDevelopment(source: string): (file: string) => boolean {
  if (source !== 'node_modules') return () => true;
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return (file) => packages[path.relative(ROOT, file)]?.dev !== true;
}

/** Copies a folder by hard links where it can: root's files are then still root's, and nobody else may write them. */
function copyTree(source: string, target: string, has: (file: string) => boolean): void {
  if (!has(source)) return;
  const kind = lstatSync(source);
  if (kind.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
  else if (kind.isDirectory()) {
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(source)) copyTree(path.join(source, name), path.join(target, name), has);
  } else copyFile(source, target);
}

function copyFile(source: string, target: string): void {
  if (!IS_ROOT) return copyFileSync(source, target);
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target); // on another disk
  }
}

function forbidWriting(folder: string, mode = 0o555): void {
  if (!existsSync(folder) || lstatSync(folder).isSymbolicLink()) return;
  if (!lstatSync(folder).isDirectory()) return;
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (lstatSync(file).isFile()) chmodSync(file, lstatSync(file).mode & 0o555);
    else forbidWriting(file, mode);
  }
  chmodSync(folder, mode);
}
