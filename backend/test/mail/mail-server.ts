import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { readMail, type ReadMail } from '../support/mail.js';

/** What the server does wrong, and at which step: a reply of its own, silence, or the end of the connection. */
export interface Fault {
  at: 'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'message';
  does: 'hang' | 'hang up' | { reply: string };
  /** It takes the message all the same, and only its answer is lost. */
  takes?: boolean;
}

/** A mail server of the tests' own: enough of SMTP (RFC 5321) for one client, with faults on demand. */
export class MailServer {
  readonly received: (ReadMail & { from: string; to: string })[] = [];
  fault: Fault | null = null;
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => this.talk(socket));

  /** @returns its SMTP_URL */
  async listen(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private talk(socket: Socket): void {
    this.connections += 1;
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket)).on('error', () => undefined);
    let buffer = '';
    let isData = false;
    let from = '';
    let to = '';
    const answer = (at: Fault['at'] | null, line: string) => {
      const { fault } = this;
      if (!fault || fault.at !== at) socket.write(`${line}\r\n`);
      else if (fault.does === 'hang up') socket.destroy();
      else if (fault.does !== 'hang') socket.write(`${fault.does.reply}\r\n`);
      return fault?.at !== at;
    };
    const take = (message: string) => {
      const mail = { ...readMail(message.replace(/^\.\./gm, '.')), from, to };
      if (this.fault?.at !== 'message' || this.fault.takes) this.received.push(mail);
      answer('message', '250 queued');
    };
    const obey = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (verb === 'EHLO') socket.write('250-mail.test\r\n250 8BITMIME\r\n');
      else if (verb === 'MAIL') answer('MAIL', ((from = address), '250 ok'));
      else if (verb === 'RCPT') answer('RCPT', ((to = address), '250 ok'));
      else if (verb === 'DATA') isData = answer('DATA', '354 go on');
      else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    };
    answer('greeting', '220 mail.test ESMTP');
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      buffer += chunk;
      for (;;) {
        const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          take(part);
        } else obey(part);
      }
    });
  }
}
