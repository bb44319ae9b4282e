import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { LoginsService } from '../auth/logins.service.js';
import type { Principal } from '../common/access.js';
import { ShopError } from '../common/shop-error.js';
import { Config } from '../config.js';
import { TEXTS } from '../contract/rules.js';
import { MessagesService } from './messages.service.js';
import type { Room } from './room.js';

/** The subprotocol that a page asks for ahead of its token, and that it is answered with. */
export const SUBPROTOCOL = 'jwt';

/** What is known of a connection before it is made. */
export interface Admission {
  who: Principal;
  room: Room;
  /** The number of the room's last message. */
  last: number;
}

/** Decides who may connect to a room, while it is still an HTTP request. */
@Injectable()
export class AdmissionService {
  constructor(
    private readonly config: Config,
    private readonly logins: LoginsService,
    private readonly messages: MessagesService,
  ) {}

  /**
   * @param name the room as the path names it
   * @throws ShopError 403 for another site's page, 401 without a good token, 404 and 403 as `MessagesService.enter` does
   */
  async admit({ headers }: IncomingMessage, name: string): Promise<Admission> {
    if (!this.isOwnOrigin(headers)) throw new ShopError(403, TEXTS.forbidden);
    const [protocol, token = ''] = (headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
    const who = protocol === SUBPROTOCOL ? await this.logins.holder(token) : null;
    if (!who) throw new ShopError(401, TEXTS.loginAgain);
    return { who, ...(await this.messages.enter(name, who)) };
  }

  /** A page may come from the public origin, or from the address that it was asked for under. Programs have no origin. */
  private isOwnOrigin({ origin, host, 'x-forwarded-host': forwarded }: IncomingMessage['headers']): boolean {
    if (origin === undefined || origin === this.config.publicUrl) return true;
    return URL.canParse(origin) && new URL(origin).host === (forwarded ?? host);
  }
}
