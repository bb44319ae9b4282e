import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../../launch/processes/ports.mjs';

const PROGRAM = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(canRun);

/** Whether haproxy is installed; says so when it is not. */
export function hasHaproxy(): boolean {
  if (!PROGRAM) console.log('Skipped: a rolling restart needs haproxy (apt-get install haproxy).');
  return PROGRAM !== undefined;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Ports by the names of servers, as docs/operations/deploying.md names them. */
type WebServers = Record<'web1' | 'web2', number>;
export type Backends = Record<'backend1' | 'backend2', number>;

/** haproxy before the web servers, and between them and the backends, with the configuration of docs/operations/deploying.md. */
export class Haproxy {
  private constructor(
    private readonly child: ChildProcess,
    private readonly statistics: string,
    /** The shop's public address. */
    readonly origin: string,
    /** The backends' common address. */
    readonly backends: string,
  ) {}

  /** @param folder for its configuration */
  static async start(folder: string, webs: WebServers, backends: Backends): Promise<Haproxy> {
    const [front, between, looks] = [await freePort(), await freePort(), await freePort()];
    const file = path.join(folder, 'haproxy.cfg');
    const places = {
      ':80': front,
      '10.0.0.10:3001': between,
      '10.0.0.11:3000': webs.web1,
      '10.0.0.12:3000': webs.web2,
      '10.0.0.11:3001': backends.backend1,
      '10.0.0.12:3001': backends.backend2,
    };
    writeFileSync(file, documented(places) + statisticsAt(looks));
    const child = spawn(PROGRAM ?? '', ['-db', '-f', file], { stdio: 'ignore' });
    const at = (port: number) => `http://127.0.0.1:${port}`;
    return new Haproxy(child, at(looks), at(front), at(between));
  }

  /** Whether requests go to a server. */
  async uses(server: string): Promise<boolean> {
    const csv = await (await fetch(`${this.statistics}/;csv`)).text();
    return csv.split('\n').some((line) => line.includes(`,${server},`) && line.includes(',UP,'));
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill();
    await gone;
  }
}

const DOCUMENT = path.join(import.meta.dirname, '../../../../../docs/operations/deploying.md');

/** The configuration of docs/operations/deploying.md, with ports of this machine for its addresses. @throws Error unless it names just these */
function documented(places: Record<string, number>): string {
  const [, text] = /^For haproxy:\n\n```\n(.+?\n)```$/ms.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  if (!text) throw new Error('docs/operations/deploying.md has no configuration of haproxy');
  const named = new Set(text.match(/(?<= )(?:10[\d.]+)?:\d+\b/g));
  const unknown = [...named].filter((place) => !(place in places));
  if (unknown.length > 0)
    throw new Error(`docs/operations/deploying.md has another address of haproxy: ${unknown.join()}`);
  const missing = Object.keys(places).filter((place) => !named.has(place));
  if (missing.length > 0)
    throw new Error(`docs/operations/deploying.md lacks an address of haproxy: ${missing.join()}`);
  return text.replace(/(?<= )(?:10[\d.]+)?:\d+\b/g, (place) => `127.0.0.1:${places[place]}`);
}

/** Where `uses` asks. */
const statisticsAt = (port: number) => `listen looks
  bind 127.0.0.1:${port}
  stats enable
  stats uri /
`;
