import { Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { Config } from '../platform/config/config.js';
import { ChatAuthService } from './sockets/chat-auth.service.js';
import { ChatController } from './chat.controller.js';
import { ChatGateway } from './sockets/chat.gateway.js';
import { LiveRooms, RELAY } from './sockets/live-rooms.js';
import { MessagesService } from './messages.service.js';
import { PostgresRelay } from './sockets/postgres-relay.js';
import { RedisRelay } from './sockets/redis-relay.js';
import type { Relay } from './sockets/relay.js';
import { SendMessageService } from './send-message.service.js';
import { PersonalRecordsRegistry } from '../auth/personal-data/personal-records.js';
import { CHAT_RECORDS } from './personal-records.sql.js';

/** Chat between shoppers and the shop's support. */
@Module({
  imports: [AuthModule],
  controllers: [ChatController],
  providers: [
    ChatAuthService,
    ChatGateway,
    LiveRooms,
    MessagesService,
    SendMessageService,
    {
      provide: RELAY,
      inject: [Config, getDataSourceToken()],
      useFactory: ({ redisUrl, directDatabaseUrl }: Config, db: DataSource): Relay =>
        redisUrl ? new RedisRelay(redisUrl) : new PostgresRelay(directDatabaseUrl, db),
    },
  ],
})
export class ChatModule {
  constructor(records: PersonalRecordsRegistry) {
    records.register(CHAT_RECORDS);
  }
}
