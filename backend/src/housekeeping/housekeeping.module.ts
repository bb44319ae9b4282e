import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MediaWorkerModule } from '../media/media.module.js';
import { HousekeepingJob } from './housekeeping.job.js';
import { HousekeepingTask } from './housekeeping-task.entity.js';

const entities = TypeOrmModule.forFeature([HousekeepingTask]);

/** What the metrics read of housekeeping. */
@Module({ imports: [entities] })
export class HousekeepingModule {}

/** Deletes at night what nobody needs any more, in the worker. */
@Module({ imports: [entities, MediaWorkerModule], providers: [HousekeepingJob] })
export class HousekeepingWorkerModule {}
