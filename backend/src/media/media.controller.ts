import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import type { Repository } from 'typeorm';
import { Config } from '../platform/config/config.js';
import { Public } from '../platform/http/access.js';
import { AnswersFile, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { PICTURE_WIDTHS } from '../contract/rules.js';
import { MediaStore, widthsFor } from './media-store.js';
import { Media } from './media.entity.js';

const FOR_A_YEAR = 'public, max-age=31536000, immutable';
/** A redirect may be cached for a day: the public address may change. */
const FOR_A_DAY = 'public, max-age=86400';
const MAX_REMEMBERED = 20_000;

@Public()
@TaggedAs('Pictures')
@Controller('media')
export class MediaController {
  /**
   * The widths of finished pictures. A width never changes while the picture's files exist, so it is read from the database once. With
   * MEDIA_PUBLIC_URL none is remembered, because this process cannot see whether the public address still has the files.
   */
  private readonly done = new Map<string, number>();

  constructor(
    private readonly store: MediaStore,
    private readonly config: Config,
    @InjectRepository(Media) private readonly media: Repository<Media>,
  ) {}

  /**
   * Sends a picture in one of its widths, `<width>.avif` or `.webp`; with MEDIA_PUBLIC_URL it redirects there. Until that width is
   * rendered: the nearest finished one, or a plain area of its colour, not cacheable.
   */
  @Get(':hash/:file')
  @Summary('Sends a picture in one of its widths')
  @AnswersFile('image/*')
  async picture(
    @Param('hash') hash: string,
    @Param('file') file: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const [, digits = '', format = ''] = /^(\d{3,4})\.(avif|webp)$/.exec(file) ?? [];
    const width = PICTURE_WIDTHS.find((each) => each === Number(digits));
    if (!width || !/^[0-9a-f]{32}$/.test(hash)) throw ShopError.notFound();
    const fileFor = (full: number) => `${Math.min(width, widthsFor(full).at(-1) ?? width)}.${format}`;
    const remembered = this.done.get(hash);
    if (remembered !== undefined && (await this.sendDone(request, response, hash, fileFor(remembered)))) return;
    // It may have been deleted since, and uploaded again.
    this.done.delete(hash);
    const row = await this.media.findOneBy({ hash });
    if (!row) throw ShopError.notFound();
    if (row.state !== 'ready') return this.sendMeanwhile(request, response, row, width);
    if (!this.config.mediaPublicUrl) this.remember(row);
    // The row exists without its file when somebody emptied the store.
    if (!(await this.sendDone(request, response, hash, fileFor(row.width)))) throw ShopError.notFound();
  }

  private remember({ hash, width }: Media): void {
    if (this.done.size >= MAX_REMEMBERED) this.done.clear();
    this.done.set(hash, width);
  }

  /** Sends a width of a finished picture. @returns false when its file is gone */
  private async sendDone(request: Request, response: Response, hash: string, name: string): Promise<boolean> {
    const { mediaPublicUrl } = this.config;
    response.setHeader('Cache-Control', mediaPublicUrl ? FOR_A_DAY : FOR_A_YEAR);
    if (!mediaPublicUrl) return this.store.send(request, response, hash, name);
    response.redirect(302, `${mediaPublicUrl}/${this.store.nameOf(hash, name)}`);
    return true;
  }

  private async sendMeanwhile(request: Request, response: Response, row: Media, width: number): Promise<void> {
    const made = (await this.store.names(row.hash)).filter((name) => /^\d+\.webp$/.test(name));
    const distance = (name: string) => Math.abs(Number.parseInt(name, 10) - width);
    const [nearest] = made.sort((a, b) => distance(a) - distance(b));
    response.setHeader('Cache-Control', 'no-cache');
    if (nearest && (await this.store.send(request, response, row.hash, nearest))) return;
    const size = `width="${row.width}" height="${row.height}"`;
    response
      .type('image/svg+xml')
      .send(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="${row.color}"/></svg>`);
  }
}
