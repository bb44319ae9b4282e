import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MulterModule } from '@nestjs/platform-express';
import { Config } from '../../../platform/config/config.js';
import { ImportFiles } from './import-files.js';
import { MediaSource } from '../media-source.entity.js';
import { ImportMessage, ImportRun } from './import-run.entity.js';
import { ImportRunner } from './import-runner.js';
import { ImportsController } from './imports.controller.js';
import { IMPORTS_QUEUE, ImportsProcessor } from './imports.processor.js';
import { ImportsService } from './imports.service.js';

const files = { provide: ImportFiles, inject: [Config], useFactory: (config: Config) => ImportFiles.of(config) };
const uploads = MulterModule.registerAsync({
  inject: [Config],
  useFactory: (config: Config) => ({ dest: ImportFiles.of(config).folder, defParamCharset: 'utf8' }),
});

const entities = TypeOrmModule.forFeature([ImportRun, ImportMessage, MediaSource]);

/** Imports and exports the catalogue as a file. */
@Module({ imports: [entities, uploads], controllers: [ImportsController], providers: [ImportsService, files] })
export class ImportsModule {}

/** The worker's part: it checks and imports files. */
@Module({
  imports: [entities, BullModule.registerQueue({ name: IMPORTS_QUEUE })],
  providers: [ImportRunner, ImportsProcessor, files],
})
export class ImportsWorkerModule {}
