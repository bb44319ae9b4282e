import { InjectQueue } from '@nestjs/bullmq';
import { Controller, Get, Injectable, Res } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Response } from 'express';
import { setTimeout as after } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Public } from './platform/http/access.js';
import { Answers } from './platform/http/openapi.js';
import { watchdog } from './platform/overload/watchdog.js';
import { ping, poolOf } from './platform/database/shared-pool.js';
import { MEDIA_QUEUE } from './media/pictures.js';

const State = z.enum(['up', 'down']);
const Load = z.enum(['up', 'busy']);
const Parts = z
  .object({
    database: State,
    queues: State,
    /** `busy` while calls wait long for a database connection. */
    connections: Load,
    /** `busy` while this process refuses calls because its event loop is delayed. */
    eventLoop: Load,
  })
  .meta({ id: 'Parts' });
type State = z.infer<typeof State>;

/** A dependency that does not answer in this time counts as down. */
const TIMEOUT_MS = 2_000;

/** True once this process is stopping: it still works, but proxies should use another one. */
@Injectable()
export class Stopping {
  isOn = false;
}

/** Health checks for monitoring: whether the process is alive and ready, and which part is not. */
@Public()
@Controller()
export class HealthController {
  constructor(
    private readonly db: DataSource,
    private readonly stopping: Stopping,
    @InjectQueue(MEDIA_QUEUE) private readonly queue: Queue,
  ) {}

  /** Answers 200 while the process is alive. */
  @Get('healthz')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * Answers 200 with the state of each part; 503 while the database is down or this process is stopping. Without queues the shop
   * still sells, and pictures wait. A busy process stays ready: moving all its callers to the next process would not help.
   */
  @Get('readyz')
  @Answers(Parts)
  async ready(@Res({ passthrough: true }) response: Response): Promise<z.infer<typeof Parts>> {
    const [database, queues] = await Promise.all([stateOf(ping(this.db)), stateOf(this.queue.getWaitingCount())]);
    if (database === 'down' || this.stopping.isOn) response.status(503);
    return {
      database,
      queues,
      connections: poolOf(this.db).connections.isExhausted ? 'busy' : 'up',
      eventLoop: watchdog.isShedding ? 'busy' : 'up',
    };
  }
}

function stateOf(answer: Promise<unknown>): Promise<State> {
  const answered = answer.then(
    (): State => 'up',
    (): State => 'down',
  );
  return Promise.race([answered, after(TIMEOUT_MS, 'down' as const, { ref: false })]);
}
