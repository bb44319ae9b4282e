import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Repository } from 'typeorm';
import { ASSET_NAME } from '../contract/asset-name.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { Public } from '../platform/http/access.js';
import { preferredEncoding } from '../platform/http/content-encoding.js';
import { WebAsset } from './web-asset.entity.js';

const decompress = promisify(brotliDecompress);

/** Sends web servers the files that their own build does not have. They call it for well-formed names alone. */
@Public()
@Controller('internal/assets')
export class WebAssetsController {
  constructor(@InjectRepository(WebAsset) private readonly assets: Repository<WebAsset>) {}

  @Get(':name')
  async asset(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const asset = ASSET_NAME.test(name) ? await this.assets.findOneBy({ name }) : null;
    if (!asset) throw ShopError.notFound();
    response.removeHeader('Content-Security-Policy'); // the web server sets that of files
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.vary('Accept-Encoding');
    response.type(name);
    if (!asset.isBrotli) return void response.send(asset.body);
    const isSentAsItIs = preferredEncoding(request.headers) === 'br';
    if (isSentAsItIs) response.setHeader('Content-Encoding', 'br');
    response.send(isSentAsItIs ? asset.body : await decompress(asset.body));
  }
}
