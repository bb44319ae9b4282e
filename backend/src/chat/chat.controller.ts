import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, CurrentUser, type Actor, type Principal } from '../platform/http/access.js';
import { paginated } from '../platform/http/pagination.js';
import { Answers, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { ChatHistoryQuery, ChatMessage, ChatRoom, ChatRoomsQuery, SettleRoom } from '../contract/chat.js';
import { MessagesService } from './messages.service.js';

/** Reads messages and rooms. Messages are sent over the socket (chat.gateway.ts). */
@TaggedAs('Chat')
@Controller('api/chat')
export class ChatController {
  constructor(private readonly messages: MessagesService) {}

  /** Lists a room's messages, oldest first. */
  @Get('messages/:room')
  @Summary("Lists a room's messages, for its shopper or administrators")
  @Answers(ChatMessage, { many: true })
  history(
    @CurrentUser() me: Principal,
    @Param('room') room: string,
    @Query({ schema: ChatHistoryQuery }) query: ChatHistoryQuery,
  ) {
    return this.messages.history(room, me, query);
  }

  /** Lists the shop's rooms, latest message first. */
  @Admin()
  @Get('rooms')
  @Summary('Lists conversations with shoppers, latest message first')
  @Answers(ChatRoom, { many: true })
  rooms(@Query({ schema: ChatRoomsQuery }) query: ChatRoomsQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.messages.rooms(query, slice));
  }

  /** Settles a conversation that needs no answer. */
  @Admin()
  @Post('rooms/:room/settle')
  @Summary('Settles a conversation that needs no answer')
  @HttpCode(204)
  settle(@CurrentActor() actor: Actor, @Param('room') room: string, @Body({ schema: SettleRoom }) body: SettleRoom) {
    return this.messages.settle(actor, room, body.last_message_id);
  }
}
