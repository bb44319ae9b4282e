import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../platform/config/config.js';
import { MediaController } from './media.controller.js';
import { Media } from './media.entity.js';
import { MediaProcessor } from './media.processor.js';
import { MediaService } from './media.service.js';
import { MediaStore } from './media-store.js';
import { OrphanSweep } from './orphan-sweep.js';
import { MEDIA_QUEUE } from './pictures.js';
import { UploadGate } from './uploads/upload-gate.js';

const store = {
  provide: MediaStore,
  inject: [Config],
  useFactory: (config: Config) => MediaStore.of(config),
};
const imports = [TypeOrmModule.forFeature([Media]), BullModule.registerQueue({ name: MEDIA_QUEUE })];

/** Stores pictures and serves them in fixed widths. */
@Module({
  imports,
  controllers: [MediaController],
  providers: [store, MediaService, UploadGate],
  exports: [MediaService, UploadGate, BullModule],
})
export class MediaModule {}

/** The worker's part: renders the widths, and can delete pictures without use. */
@Module({ imports, providers: [store, MediaProcessor, OrphanSweep], exports: [OrphanSweep] })
export class MediaWorkerModule {}
