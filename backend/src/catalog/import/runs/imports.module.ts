import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { MulterModule } from '@nestjs/platform-express';
import { Config } from '../../../platform/config/config.js';
import { ImportFiles } from './import-files.js';
import { ImportRunner } from './import-runner.js';
import { ImportsController } from './imports.controller.js';
import { IMPORTS_QUEUE, ImportsProcessor } from './imports.processor.js';
import { ImportsService } from './imports.service.js';

const files = { provide: ImportFiles, inject: [Config], useFactory: (config: Config) => ImportFiles.of(config) };
const uploads = MulterModule.registerAsync({
  inject: [Config],
  useFactory: (config: Config) => ({ dest: ImportFiles.of(config).folder, defParamCharset: 'utf8' }),
});

/** The catalogue as a file: given to the shop, and taken from it. */
@Module({ imports: [uploads], controllers: [ImportsController], providers: [ImportsService, files] })
export class ImportsModule {}

/** The part of it that runs in the worker: it checks and imports. */
@Module({
  imports: [BullModule.registerQueue({ name: IMPORTS_QUEUE })],
  providers: [ImportRunner, ImportsProcessor, files],
})
export class ImportsWorkerModule {}
