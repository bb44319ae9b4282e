import { once } from 'node:events';
import net from 'node:net';

/** A moment in the conversation between a process of the shop and its database. */
export interface Point {
  /** The statement that is waited for. */
  statement: RegExp;
  /** Not that statement itself, but the COMMIT that follows it on the same connection. */
  commit?: boolean;
  /** `before`: the database never hears of it. `after`: the database has done it, and the process never hears of that. */
  when: 'before' | 'after';
}

interface Link {
  process: net.Socket;
  database: net.Socket;
  /** What the process has begun to say and not ended. */
  unread: Buffer;
  hasStarted: boolean;
  /** The SQL of its prepared statements, by name: it is sent once for each connection. */
  prepared: Map<string, string>;
  /** Whether the statement of a point with `commit` was seen here. */
  isMarked: boolean;
  /** What is kept from the process once a point `after` is reached; null while everything passes. */
  withheld: Buffer | null;
  isHeld: boolean;
}

/**
 * A TCP proxy in front of PostgreSQL that can be cut, refuse, fall silent, and stop one conversation at a named point. It
 * reads the frontend's messages (https://www.postgresql.org/docs/current/protocol-message-formats.html) to find the point.
 */
export class DatabaseProxy {
  private readonly links = new Set<Link>();
  private server = net.createServer();
  private target = 0;
  private isFrozen = false;
  private awaited: (Point & { reached: () => void }) | null = null;
  port = 0;

  /** Listens, the second time on the same port. @param databaseUrl of the PostgreSQL behind it, on this machine */
  async open(databaseUrl: string): Promise<void> {
    this.target = Number(new URL(databaseUrl).port);
    this.server = net.createServer({ pauseOnConnect: true }, (socket) => this.connect(socket));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as net.AddressInfo).port;
  }

  /** Cuts every connection and refuses new ones, as a machine does whose PostgreSQL is gone. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }

  /** Cuts every connection; new ones may be made at once. */
  cut(): void {
    for (const { process, database } of this.links) {
      process.resetAndDestroy();
      database.destroy();
    }
  }

  /** Falls silent: connections stay, and nothing passes, as when a network loses packets. */
  freeze(): void {
    this.isFrozen = true;
    for (const { process, database } of this.links) {
      process.pause();
      database.pause();
    }
  }

  thaw(): void {
    this.isFrozen = false;
    for (const { process, database } of this.links) {
      process.resume();
      database.resume();
    }
  }

  /** Stops the next conversation that comes to a point. @returns when it is there */
  hold(point: Point): Promise<void> {
    return new Promise((reached) => {
      this.awaited = { ...point, reached };
    });
  }

  /** Waits for no point any more. */
  letGo(): void {
    this.awaited = null;
  }

  private connect(process: net.Socket): void {
    const database = net.connect(this.target, '127.0.0.1');
    const link: Link = {
      process,
      database,
      unread: Buffer.alloc(0),
      hasStarted: false,
      prepared: new Map(),
      isMarked: false,
      withheld: null,
      isHeld: false,
    };
    this.links.add(link);
    process.setNoDelay(true).on('data', (bytes: Buffer) => this.hear(link, bytes));
    database.setNoDelay(true).on('data', (bytes: Buffer) => this.answer(link, bytes));
    const end = () => {
      this.links.delete(link);
      process.destroy();
      database.destroy();
    };
    for (const socket of [process, database]) socket.on('error', end).on('close', end);
    if (this.isFrozen) database.pause();
    else process.resume();
  }

  /** What the process says, passed on message by message. */
  private hear(link: Link, bytes: Buffer): void {
    link.unread = Buffer.concat([link.unread, bytes]);
    for (;;) {
      // The first message has no letter ahead of its length.
      const letter = link.hasStarted ? 1 : 0;
      if (link.unread.length < letter + 4) return;
      const end = letter + link.unread.readInt32BE(letter);
      if (link.unread.length < end) return;
      const message = link.unread.subarray(0, end);
      link.unread = link.unread.subarray(end);
      if (link.hasStarted) this.watch(link, message);
      link.hasStarted = true;
      if (link.isHeld) return;
      link.database.write(message);
    }
  }

  private watch(link: Link, message: Buffer): void {
    const sql = statementOf(message, link.prepared);
    if (!this.awaited || sql === null) return;
    const { statement, commit, when, reached } = this.awaited;
    if (commit && statement.test(sql)) link.isMarked = true;
    const isIt = commit ? link.isMarked && sql === 'COMMIT' : statement.test(sql);
    if (!isIt) return;
    if (when === 'after') {
      link.withheld = Buffer.alloc(0);
      return;
    }
    link.isHeld = true;
    this.awaited = null;
    reached();
  }

  /** What the database answers. After a held statement nothing passes; its end is the message ReadyForQuery. */
  private answer(link: Link, bytes: Buffer): void {
    if (!link.withheld) {
      link.process.write(bytes);
      return;
    }
    link.withheld = Buffer.concat([link.withheld, bytes]);
    if (!this.awaited || !isComplete(link.withheld)) return;
    const { reached } = this.awaited;
    this.awaited = null;
    reached();
  }
}

/**
 * The SQL that a Query, Parse or Bind message runs; null for any other.
 * @param prepared what this connection has prepared, to which a Parse message adds
 */
function statementOf(message: Buffer, prepared: Map<string, string>): string | null {
  const textAt = (start: number) => message.toString('utf8', start, message.indexOf(0, start));
  const afterText = (start: number) => message.indexOf(0, start) + 1;
  switch (String.fromCharCode(message[0] ?? 0)) {
    case 'Q':
      return textAt(5);
    case 'P': {
      const sql = textAt(afterText(5));
      prepared.set(textAt(5), sql);
      return sql;
    }
    case 'B':
      // The name of the portal comes before the statement's.
      return prepared.get(textAt(afterText(5))) ?? null;
    default:
      return null;
  }
}

/** Whether the database's messages come to a ReadyForQuery. */
function isComplete(messages: Buffer): boolean {
  for (let at = 0; at + 5 <= messages.length; at += 1 + messages.readInt32BE(at + 1)) {
    if (messages[at] === 'Z'.charCodeAt(0)) return true;
  }
  return false;
}
