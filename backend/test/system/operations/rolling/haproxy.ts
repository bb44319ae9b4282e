import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, writeFileSync } from 'node:fs';
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

/** Ports by the names of servers: `{ web1: 4001 }`. */
export type Servers = Record<string, number>;

/** haproxy before the web servers, and between them and the backends, with the configuration of docs/operations.md. */
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
  static async start(folder: string, webs: Servers, backends: Servers): Promise<Haproxy> {
    const [front, between, looks] = [await freePort(), await freePort(), await freePort()];
    const file = path.join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 5s
  option redispatch 1
listen looks
  bind 127.0.0.1:${looks}
  stats enable
  stats uri /
${balanced('shop', front, webs, 4)}
  option allbackups
${Object.entries(webs)
  .map(([server, at]) => `  server last-${server} 127.0.0.1:${at} backup no-check`)
  .join('\n')}
  retry-on conn-failure 404
  http-request disable-l7-retry unless { path_beg /assets/ }
${balanced('backends', between, backends, 2)}
`,
    );
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

const balanced = (name: string, port: number, servers: Servers, fall: number) => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 300ms fall ${fall} rise 1
${Object.entries(servers)
  .map(([server, at]) => `  server ${server} 127.0.0.1:${at}`)
  .join('\n')}`;
