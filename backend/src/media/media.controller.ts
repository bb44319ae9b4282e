import { Controller, Get, Param, Res } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Response } from 'express';
import type { Repository } from 'typeorm';
import { Public } from '../platform/http/access.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { PICTURE_WIDTHS } from '../contract/rules.js';
import { MediaStore, widthsFor } from './media-store.js';
import { Media } from './media.entity.js';

const FOR_A_YEAR = 'public, max-age=31536000, immutable';
const MAX_REMEMBERED = 20_000;

@Public()
@Controller('media')
export class MediaController {
  /** The widths of finished pictures. They never change, so each is read from the database once. */
  private readonly done = new Map<string, number>();

  constructor(
    private readonly store: MediaStore,
    @InjectRepository(Media) private readonly media: Repository<Media>,
  ) {}

  /**
   * Sends a picture in one of its widths, `<width>.avif` or `.webp`. Until that is rendered: the nearest finished one, or a plain
   * area of its colour, not cacheable.
   */
  @Get(':hash/:file')
  async picture(@Param('hash') hash: string, @Param('file') file: string, @Res() response: Response): Promise<void> {
    const [, digits = '', format = ''] = /^(\d{3,4})\.(avif|webp)$/.exec(file) ?? [];
    const width = PICTURE_WIDTHS.find((each) => each === Number(digits));
    if (!width || !/^[0-9a-f]{32}$/.test(hash)) throw ShopError.notFound();
    const full = this.done.get(hash);
    if (full !== undefined) return this.sendMade(response, hash, width, format, full);
    const row = await this.media.findOneBy({ hash });
    if (!row) throw ShopError.notFound();
    if (row.state !== 'ready') return this.sendMeanwhile(response, row, width);
    if (this.done.size >= MAX_REMEMBERED) this.done.clear();
    this.done.set(hash, row.width);
    return this.sendMade(response, hash, width, format, row.width);
  }

  private sendMade(response: Response, hash: string, width: number, format: string, full: number): Promise<void> {
    const name = `${Math.min(width, widthsFor(full).at(-1) ?? width)}.${format}`;
    response.setHeader('Cache-Control', FOR_A_YEAR);
    return this.sendFile(response, this.store.place(hash, name));
  }

  private async sendMeanwhile(response: Response, row: Media, width: number): Promise<void> {
    const made = (await this.store.names(row.hash)).filter((name) => /^\d+\.webp$/.test(name));
    const distance = (name: string) => Math.abs(Number.parseInt(name, 10) - width);
    const [nearest] = made.sort((a, b) => distance(a) - distance(b));
    response.setHeader('Cache-Control', 'no-cache');
    if (nearest) return this.sendFile(response, this.store.place(row.hash, nearest));
    const size = `width="${row.width}" height="${row.height}"`;
    response
      .type('image/svg+xml')
      .send(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="${row.color}"/></svg>`);
  }

  /** Answers 404 when the row exists without its file, because somebody emptied the folder. */
  private sendFile(response: Response, place: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const options = { root: this.store.root, dotfiles: 'allow', cacheControl: false } as const;
      response.sendFile(place, options, (error?: Error) => (error ? reject(ShopError.notFound()) : resolve()));
    });
  }
}
