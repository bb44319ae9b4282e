import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebAsset } from './web-asset.entity.js';
import { WebAssetsController } from './web-assets.controller.js';
import { WebAssetsJob } from './web-assets.job.js';

/** Sends scripts and styles of other releases to the web servers. */
@Module({ imports: [TypeOrmModule.forFeature([WebAsset])], controllers: [WebAssetsController] })
export class WebAssetsModule {}

/** The worker's part: keeps those of this release. */
@Module({ providers: [WebAssetsJob] })
export class WebAssetsWorkerModule {}
