import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import { Public } from '../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { liveness } from './liveness.js';
import { PARTS, Readiness, STATES } from './readiness.service.js';

const Part = z.object({
  /** `busy`: works, but callers wait long, are refused or, while an index is built, are answered in a simpler way. */
  state: z.enum(STATES),
  /** How long the check took, in milliseconds. */
  ms: z.int(),
  /** For the worker: seconds since its last heartbeat. */
  age: z.int().optional(),
  /** For the replica: how many seconds it is behind the primary. */
  lag: z.number().optional(),
});
const Build = { version: z.string(), commit: z.string() };
const Alive = z.object({ status: z.literal('ok'), ...Build }).meta({ id: 'Alive' });
const Ready = z
  .object({
    /** The state of each part at a glance, as monitors read it; those that are not configured are missing. */
    ...Object.fromEntries(PARTS.map((name) => [name, z.enum(STATES).optional()])),
    status: z.enum(['ready', 'stopping', 'unready']),
    ...Build,
    /** The same with times. */
    parts: z.partialRecord(z.enum(PARTS), Part),
  })
  .meta({ id: 'Ready' });

/** Health checks for monitoring: whether the process is alive and ready, and which part is not. */
@Public()
@TaggedAs('Health')
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Answers 200 while the process is alive. */
  @Get('healthz')
  @Summary('Tells that the process is alive')
  @Answers(Alive)
  alive(): z.infer<typeof Alive> {
    return liveness();
  }

  /**
   * Answers 200 with the state of each part; 503 while the database is down or this process is stopping. Without the other parts
   * the shop still sells. A busy process stays ready: moving all its callers to the next process would not help.
   */
  @Get('readyz')
  @Summary('Tells whether the shop is ready, and the state of each part')
  @Answers(Ready)
  async ready(@Res({ passthrough: true }) response: Response): Promise<z.infer<typeof Ready>> {
    const ready = await this.readiness.check();
    response.status(ready.status === 'ready' ? 200 : 503).setHeader('Cache-Control', 'no-store');
    return ready;
  }
}
