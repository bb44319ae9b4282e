import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { LoginPrincipals } from '../../auth/login/login-principals.js';
import type { Principal } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { Config } from '../../platform/config/config.js';
import { TEXTS } from '../../contract/rules.js';
import { MessagesService } from '../messages.service.js';
import type { Room } from '../room.js';

/** The WebSocket subprotocol that a page requests ahead of its token, and that the handshake selects. */
export const SUBPROTOCOL = 'jwt';

/** The result of the check before a WebSocket opens. */
export interface ChatAuth {
  who: Principal;
  room: Room;
  /** The number of the room's newest message. */
  last: number;
}

/** Authorizes a WebSocket handshake while it is still an HTTP request. */
@Injectable()
export class ChatAuthService {
  constructor(
    private readonly config: Config,
    private readonly principals: LoginPrincipals,
    private readonly messages: MessagesService,
  ) {}

  /**
   * @param name the room as the path names it
   * @throws ShopError 403 for another site's page, 401 without a good token, 404 and 403 as `MessagesService.enter` does
   */
  async authorize({ headers }: IncomingMessage, name: string): Promise<ChatAuth> {
    if (!this.isOwnOrigin(headers)) throw new ShopError(403, TEXTS.forbidden);
    const [protocol, token = ''] = (headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
    const who = protocol === SUBPROTOCOL ? await this.principals.findByToken(token) : null;
    if (!who) throw new ShopError(401, TEXTS.loginAgain);
    return { who, ...(await this.messages.enter(name, who)) };
  }

  /** Allows the public origin and the host of the request itself. Programs send no origin. */
  private isOwnOrigin({ origin, host, 'x-forwarded-host': forwarded }: IncomingMessage['headers']): boolean {
    if (origin === undefined || origin === this.config.publicUrl) return true;
    return URL.canParse(origin) && new URL(origin).host === (forwarded ?? host);
  }
}
