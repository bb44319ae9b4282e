import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, Me, type Principal } from '../common/access.js';
import { listing } from '../common/listing.js';
import { Answers } from '../common/openapi.js';
import { ChatHistoryQuery, ChatMessage, ChatRoom, ChatRoomsQuery } from '../contract/chat.js';
import { MessagesService } from './messages.service.js';

/** What was said; saying something goes over the socket (chat.gateway.ts). */
@Controller('api/chat')
export class ChatController {
  constructor(private readonly messages: MessagesService) {}

  /** A room's messages, oldest first. */
  @Get('messages/:room')
  @Answers(ChatMessage, { many: true })
  history(
    @Me() me: Principal,
    @Param('room') room: string,
    @Query({ schema: ChatHistoryQuery }) query: ChatHistoryQuery,
  ) {
    return this.messages.history(room, me, query);
  }

  /** Whom the shop talks with, the latest first. */
  @Admin()
  @Get('rooms')
  @Answers(ChatRoom, { many: true })
  rooms(@Query({ schema: ChatRoomsQuery }) query: ChatRoomsQuery, @Res({ passthrough: true }) response: Response) {
    return listing(query, response, (slice) => this.messages.rooms(query.search ?? '', slice));
  }
}
