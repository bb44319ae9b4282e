import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { pictureUrl } from '../../media/picture-url.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { PassingUpload } from '../../media/uploads/uploads.js';
import type {
  AiSearchAnswer,
  FoundProduct,
  SearchByImage,
  SearchByText,
  SearchCombined,
} from '../../contract/ai-search.js';
import { MAX_SEARCH_PICTURE_BYTES, TEXTS } from '../../contract/rules.js';
import { PicturesBusy } from '../../media/decoding/decoding.js';
import { checkPicture, decodeSafely } from '../../media/picture.js';
import { SearchClient, SearchesBusy } from './search-client.js';
import type { Hit } from '../worker/fusion.js';
import { readFoundProducts } from './found-products.sql.js';
import { KeywordFallback } from './keyword-fallback.js';
import type { SearchResult } from './search-job.js';

/** In pixels: the longer side of a picture as it goes to the worker. No engine looks at more. */
const SENT_SIDE = 384;
/** In milliseconds: so long a picture alone is waited for, however long it took to decode. */
const AFTER_DECODING_MS = 1_500;
/** Products that were taken off the shelves since they were indexed leave their places to these. */
const SPARE = 6;

interface Wanted {
  text: string;
  image: PassingUpload | undefined;
  ignore: SearchByImage['ignore'];
  limit: number;
}

/** Search by words, by a picture, or by both. The worker finds; this asks it, and shows what it found. */
@Injectable()
export class AiSearchService {
  private readonly logger = new Logger('AI search');

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly asker: SearchClient,
    private readonly plain: KeywordFallback,
  ) {}

  byText({ text, limit }: SearchByText): Promise<AiSearchAnswer> {
    return this.search({ text, image: undefined, ignore: [], limit });
  }

  /** @throws ShopError 400 without a picture; 413, 415 with one that cannot be taken; 429 when there are too many others */
  byImage({ limit, ignore }: SearchByImage, image: PassingUpload | undefined): Promise<AiSearchAnswer> {
    if (!image) throw ShopError.fields({ image: [TEXTS.nothingAsked] });
    return this.search({ text: '', image, ignore, limit });
  }

  /**
   * Where too many pictures are under way, words are answered by keywords.
   * @throws ShopError 400 with neither words nor a picture; 413, 415 with one that cannot be taken; 429 with nothing but one
   *   picture too many
   */
  byBoth({ text, limit, ignore }: SearchCombined, image: PassingUpload | undefined): Promise<AiSearchAnswer> {
    if (!text && !image) throw ShopError.fields({ text: [TEXTS.nothingAsked] });
    return this.search({ text, image, ignore, limit });
  }

  private async search({ text, image, ignore, limit }: Wanted): Promise<AiSearchAnswer> {
    // Refused however much there is to do.
    if (image && !image.refusal) checkPicture(image.buffer, MAX_SEARCH_PICTURE_BYTES);
    const found = await this.ask(text, async (until) => {
      const picture = image ? await smallened(image, until) : null;
      // Words are answered by keywords meanwhile; of a large picture alone nobody else knows anything.
      const patience = text ? until : Math.max(until, Date.now() + AFTER_DECODING_MS);
      return { text: storable(text), picture, ignore, limit: limit + SPARE, until: patience };
    });
    if (!found) return this.plainly(text, limit, image !== undefined);
    const products = await this.show(found.hits, limit);
    const { fallback, understood } = found;
    return { products, fallback, ...(fallback && { message: TEXTS.basicSearch }), understood };
  }

  private async ask(text: string, makeQuestion: Parameters<SearchClient['search']>[0]): Promise<SearchResult | null> {
    try {
      return await this.asker.search(makeQuestion);
    } catch (error) {
      // Whoever has words is answered by them.
      const isBusy = error instanceof PicturesBusy || error instanceof SearchesBusy;
      if (isBusy && !text) throw error instanceof PicturesBusy ? error : new PicturesBusy();
      if (error instanceof ShopError && !isBusy) throw error;
      this.logger.warn(`Answered plainly: ${(error as Error).message}`);
      return null;
    }
  }

  /** Falls back to the keyword search, which cannot use a picture. */
  private async plainly(text: string, limit: number, hasPicture: boolean): Promise<AiSearchAnswer> {
    const { hits, understood } = await this.plain.search(text, limit, hasPicture);
    return { products: await this.show(hits, limit), fallback: true, message: TEXTS.basicSearch, understood };
  }

  private async show(hits: Hit[], limit: number): Promise<FoundProduct[]> {
    const listed = await readFoundProducts(
      this.db,
      hits.map(({ id }) => id),
    );
    const products = new Map(listed.map((product) => [product.id, product]));
    return hits
      .flatMap(({ id, percent, reasons, media }) => {
        const product = products.get(id);
        const matched = media && { matched_image: pictureUrl(media) ?? undefined };
        return product ? [{ ...product, compatibility_percent: percent, reasons, ...matched }] : [];
      })
      .slice(0, limit);
  }
}

/** NUL, and halves of pairs that stand alone: JSON in PostgreSQL has neither. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Text that a queue can keep. Every character keeps its place. */
const storable = (text: string): string => text.replace(UNSTORABLE, ' ');

/** A picture as it goes to the worker, in base64; its memory is free then. @throws ShopError 413, 415, 429 */
async function smallened({ buffer, refusal, release }: PassingUpload, until: number): Promise<string> {
  if (refusal) throw refusal;
  const jpeg = await decodeSafely(
    buffer,
    { maxBytes: MAX_SEARCH_PICTURE_BYTES, largestSide: SENT_SIDE },
    (open) =>
      open()
        .resize({ width: SENT_SIDE, height: SENT_SIDE, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
        .toBuffer(),
    { lane: 'visitor', until },
  ).finally(release);
  return jpeg.toString('base64');
}
