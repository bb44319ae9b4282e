import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ShopError } from '../../../platform/errors/shop-error.js';
import { SHOP_PICTURE, decodeSafely } from '../../../media/picture.js';
import type { Described, Engine } from '../engine.js';
import { toUnit } from '../../image/features/pixels.js';
import type { CallPurpose } from '../call-budget.js';
import { EngineUnavailable } from '../engine-unavailable.js';
import { OpenAiApi, type ApiSettings, type Clock } from './openai-api.js';

/** In milliseconds. A shopper waits for text; a picture may be a part of indexing. */
const TIMEOUT_MS = { words: 3_000, picture: 15_000 };
/** In pixels: roughly the resolution that a vision model uses. */
const VISION_SIDE = 512;
const MAX_DESCRIPTION_LENGTH = 600;

/** In the shoppers' language. It is a part of the engine's name: after a change, pictures are described again. */
const PROMPT = `Bạn mô tả hàng thời trang để tìm kiếm. Viết một câu tiếng Việt không quá 40 từ về món đồ chính trong ảnh, theo thứ tự:
loại, màu, kiểu dáng, họa tiết, chất liệu, dành cho ai, dịp mặc. Không nói về người, nền hay chữ trong ảnh, không thêm lời nào khác.`;

export interface OpenAiSettings extends ApiSettings {
  embeddingModel: string;
  visionModel: string;
  dimensions: number;
}

const Description = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().trim().nullish() }) })).min(1),
});

/**
 * Models behind an API like OpenAI's. One describes pictures in words, another embeds words as vectors, so that pictures and
 * shoppers' texts share one space. Pictures and texts leave the shop for it.
 */
export class OpenAiEngine implements Engine {
  readonly name: string;
  readonly dimensions: number;
  readonly fallback = false;
  private readonly api: OpenAiApi;
  private readonly Embedding;

  constructor(
    private readonly settings: OpenAiSettings,
    clock?: Clock,
  ) {
    const { url, embeddingModel, visionModel, dimensions } = settings;
    const hash = createHash('sha256').update(JSON.stringify([url, dimensions, PROMPT]));
    this.name = `openai:${embeddingModel}+${visionModel}@${hash.digest('hex').slice(0, 8)}`;
    this.dimensions = dimensions;
    this.api = new OpenAiApi(settings, clock);
    const numbers = z
      .array(z.number())
      .length(dimensions, `not a vector of ${dimensions} numbers, as AI_SEARCH_DIMENSIONS says`)
      .refine((vector) => vector.some(Boolean), 'a vector of zeros');
    this.Embedding = z.object({ data: z.tuple([z.object({ embedding: numbers })]) });
  }

  async embedImage(bytes: Buffer, purpose: CallPurpose): Promise<Described> {
    const picture = await shrunk(bytes);
    const image_url = { url: `data:image/jpeg;base64,${picture.toString('base64')}`, detail: 'low' };
    const messages = [
      { role: 'system', content: PROMPT },
      { role: 'user', content: [{ type: 'image_url', image_url }] },
    ];
    const body = { model: this.settings.visionModel, messages };
    const { choices } = await this.api
      .post('/chat/completions', body, Description, { timeoutMs: TIMEOUT_MS.picture, purpose })
      .catch((error: unknown) => {
        throw error instanceof EngineUnavailable && error.isRefusal ? unreadable(error.message) : error;
      });
    const description = choices[0]!.message.content;
    if (!description) throw unreadable(`${this.settings.visionModel} has nothing to say of it`);
    const vector = await this.embed(description.slice(0, MAX_DESCRIPTION_LENGTH), purpose);
    return { vector, parts: null };
  }

  embedText(text: string): Promise<Float32Array> {
    return this.embed(text, 'search');
  }

  private async embed(text: string, purpose: CallPurpose): Promise<Float32Array> {
    const body = { model: this.settings.embeddingModel, input: text, encoding_format: 'float' };
    const { data } = await this.api.post('/embeddings', body, this.Embedding, { timeoutMs: TIMEOUT_MS.words, purpose });
    return toUnit(Float32Array.from(data[0].embedding));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Refuses a picture for good. Only the operator reads the reason; a shopper's search uses the built-in engine. */
const unreadable = (why: string) => new ShopError(415, why);

/** Prepares a picture to leave the shop: scaled down, and without the camera's metadata. @throws ShopError 413, 415 */
function shrunk(bytes: Buffer): Promise<Buffer> {
  return decodeSafely(
    bytes,
    SHOP_PICTURE,
    (open) =>
      open()
        .resize({ width: VISION_SIDE, height: VISION_SIDE, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .jpeg({ quality: 85 })
        .toBuffer(),
    { lane: 'visitor' },
  );
}
