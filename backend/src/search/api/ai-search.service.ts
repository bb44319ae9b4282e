import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { pictureUrl } from '../../media/picture-url.js';
import { repeatedLine } from '../../platform/errors/repeated-line.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { PassingUpload } from '../../media/uploads/upload-storage.js';
import type {
  AiSearchAnswer,
  FoundProduct,
  SearchByImage,
  SearchByText,
  SearchCombined,
} from '../../contract/search/ai-search.js';
import { MAX_SEARCH_PICTURE_BYTES, TEXTS, isShadeOf, wantedColors } from '../../contract/rules.js';
import type { ListProduct, Swatch } from '../../contract/catalog/catalog.js';
import { PicturesBusy } from '../../media/decoding/decoding.js';
import { checkPicture, decodeSafely, namingField } from '../../media/picture.js';
import { countSearch } from '../metrics/search-metrics.js';
import { PaidEngineShare } from './paid-engine-share.js';
import { SearchClient, SearchesBusy } from './search-client.js';
import { readFoundProducts } from './found-products.sql.js';
import { KeywordFallback } from './keyword-fallback.js';
import type { Hit, SearchResult } from '../jobs/search-job.js';

/** The longer side of a picture as it is sent to the worker, in pixels. The built-in engine uses no more. */
const SENT_SIDE = 384;
/** The minimum wait for a search by a picture alone, after its decoding, in milliseconds. */
const AFTER_DECODING_MS = 1_500;
/** Extra results, which replace products that left the shop since they were indexed. */
const SPARE = 6;

interface SearchInput {
  text: string;
  image: PassingUpload | undefined;
  ignore: SearchByImage['ignore'];
  limit: number;
  /** The network of the caller, see `networkOf`. */
  network: string;
}

/** Search by text, by a picture, or by both. The worker searches; this service calls it and reads the products. */
@Injectable()
export class AiSearchService {
  private readonly logger = new Logger('AI search');
  private readonly logFallback = repeatedLine(
    (reason: string) => this.logger.warn(`Answered by keywords: ${reason}`),
    String,
  );

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly client: SearchClient,
    private readonly fallback: KeywordFallback,
    private readonly share: PaidEngineShare,
  ) {}

  byText({ text, limit }: SearchByText, network: string): Promise<AiSearchAnswer> {
    return this.search({ text, image: undefined, ignore: [], limit, network });
  }

  /** @throws ShopError 400 without a picture; 413, 415 for a picture that is refused; 429 when too many are in progress */
  byImage(
    { limit, ignore }: SearchByImage,
    image: PassingUpload | undefined,
    network: string,
  ): Promise<AiSearchAnswer> {
    if (!image) throw ShopError.fields({ image: [TEXTS.nothingAsked] });
    return this.search({ text: '', image, ignore, limit, network });
  }

  /**
   * While too many pictures are in progress, a search with text is answered by keywords.
   * @throws ShopError 400 without text and picture; 413, 415 for a picture that is refused; 429 for a picture without text
   *   while too many are in progress
   */
  byBoth(
    { text, limit, ignore }: SearchCombined,
    image: PassingUpload | undefined,
    network: string,
  ): Promise<AiSearchAnswer> {
    if (!text && !image) throw ShopError.fields({ text: [TEXTS.nothingAsked] });
    return this.search({ text, image, ignore, limit, network });
  }

  private search(input: SearchInput): Promise<AiSearchAnswer> {
    const kind = input.image ? (input.text ? 'text_and_image' : 'image') : 'text';
    return countSearch(
      kind,
      () => this.answer(input),
      ({ fallback }) => (fallback ? 'fallback' : 'answered'),
    ).catch(namingField('image'));
  }

  private async answer({ text, image, ignore, limit, network }: SearchInput): Promise<AiSearchAnswer> {
    // Checked even under load.
    if (image && !image.refusal) checkPicture(image.buffer, MAX_SEARCH_PICTURE_BYTES);
    const result = await this.searchByWorker(text, async (until) => {
      const picture = image ? await shrunk(image, until) : null;
      // A search with text has a fallback at any time; a picture alone has none, so it is given more time.
      const deadline = text ? until : Math.max(until, Date.now() + AFTER_DECODING_MS);
      const isBasic = !(await this.share.consume(network, picture === null ? 'text' : 'picture'));
      return { text: storable(text), picture, ignore, limit: limit + SPARE, until: deadline, isBasic };
    });
    if (!result) return this.searchByKeywords(text, limit, image !== undefined);
    const { fallback, understood } = result;
    const products = await this.show(result.hits, limit, wantedColors(understood, text));
    return { products, fallback, ...(fallback && { message: TEXTS.basicSearch }), understood };
  }

  private async searchByWorker(
    text: string,
    makeJob: Parameters<SearchClient['search']>[0],
  ): Promise<SearchResult | null> {
    try {
      return await this.client.search(makeJob);
    } catch (error) {
      // A search with text falls back to the keywords.
      const isBusy = error instanceof PicturesBusy || error instanceof SearchesBusy;
      if (isBusy && !text) throw error instanceof PicturesBusy ? error : new PicturesBusy();
      if (error instanceof ShopError && !isBusy) throw error;
      this.logFallback((error as Error).message);
      return null;
    }
  }

  /** Falls back to the keyword search, which cannot use a picture. */
  private async searchByKeywords(text: string, limit: number, hasPicture: boolean): Promise<AiSearchAnswer> {
    const { hits, understood } = await this.fallback.search(text, limit, hasPicture);
    return {
      products: await this.show(hits, limit, wantedColors(understood, text)),
      fallback: true,
      message: TEXTS.basicSearch,
      understood,
    };
  }

  /** @param colors the names of the requested ones */
  private async show(hits: Hit[], limit: number, colors: string[]): Promise<FoundProduct[]> {
    const listed = await readFoundProducts(
      this.db,
      hits.map(({ id }) => id),
    );
    const products = new Map(listed.map((product) => [product.id, product]));
    return hits
      .flatMap(({ id, percent, reasons, media }) => {
        const product = products.get(id);
        if (!product) return [];
        // What an owner says of a picture counts more than what an engine sees in it.
        const matched = swatchOf(product, colors)?.image ?? pictureUrl(media ?? null);
        const shown = matched && matched !== product.image ? { matched_image: matched } : {};
        return [{ ...product, compatibility_percent: percent, reasons, ...shown }];
      })
      .slice(0, limit);
  }
}

/** The swatch of the first requested colour that the product comes in and has a picture of. */
function swatchOf({ swatches }: ListProduct, colors: string[]): Swatch | undefined {
  return swatches.find(({ name, image }) => image !== null && colors.some((color) => isShadeOf(name, color)));
}

/** NUL, and unpaired surrogates: PostgreSQL's JSON accepts neither. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Replaces what a queue cannot store with spaces. Every character keeps its position. */
const storable = (text: string): string => text.replace(UNSTORABLE, ' ');

/** Scales a picture down for the worker, as base64, and releases its memory. @throws ShopError 413, 415, 429 */
async function shrunk({ buffer, refusal, release }: PassingUpload, until: number): Promise<string> {
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
