import { z } from 'zod';

/** How a model expects pictures: their size and the scale of its input values. */
export interface Framing {
  width: number;
  height: number;
  /** The shorter side before the middle is cut out, in pixels; null stretches the picture to the model's size. */
  shorterSide: number | null;
  kernel: (typeof KERNELS)[keyof typeof KERNELS];
  /** For red, green and blue: a byte b becomes b × scale + shift. */
  scale: number[];
  shift: number[];
}

/** Pillow's filter numbers with sharp's names. */
const KERNELS = { 0: 'nearest', 1: 'lanczos3', 2: 'linear', 3: 'cubic' } as const;

const side = z.int().min(1).max(1_024);
const Sides = z.union([side, z.object({ height: side, width: side }), z.object({ shortest_edge: side })]);
const channels = z.array(z.number()).length(3);

/** Hugging Face's `preprocessor_config.json` for CLIP, SigLIP and similar models. */
const Preprocessor = z.object({
  size: Sides,
  crop_size: Sides.optional(),
  do_resize: z.literal(true, 'models that take pictures of any size are not supported').default(true),
  do_center_crop: z.boolean().default(false),
  resample: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)], 'must be 0 to 3').default(3),
  do_rescale: z.boolean().default(true),
  rescale_factor: z
    .number()
    .positive()
    .default(1 / 255),
  do_normalize: z.boolean().default(true),
  image_mean: channels.default([0, 0, 0]),
  image_std: channels.default([1, 1, 1]),
});

/**
 * Parses the description of a model's pictures.
 * @param json of a `preprocessor_config.json`
 * @throws Error naming what it does not support
 */
export function framingOf(json: unknown): Framing {
  const parsed = Preprocessor.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`preprocessor_config.json: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const settings = parsed.data;
  const factor = settings.do_rescale ? settings.rescale_factor : 1;
  const [mean, std] = settings.do_normalize
    ? [settings.image_mean, settings.image_std]
    : [
        [0, 0, 0],
        [1, 1, 1],
      ];
  return {
    ...sidesOf(settings),
    kernel: KERNELS[settings.resample],
    scale: std.map((value) => factor / value),
    shift: std.map((value, i) => -mean[i]! / value),
  };
}

/** Returns both sides: a picture is stretched to them, or scaled so that its shorter side fits and its middle is cut out. */
function sidesOf({ size, crop_size: cut = size, do_center_crop: isCut }: z.infer<typeof Preprocessor>) {
  const isStretched = typeof size === 'number' ? !isCut : 'width' in size;
  if (isStretched) return { ...bothOf(size), shorterSide: null };
  if (!isCut) throw new Error('preprocessor_config.json: size has one side only, and nothing is cut out');
  const sides = bothOf(cut);
  const shorterSide = bothOf(size).width;
  if (shorterSide < Math.max(sides.width, sides.height))
    throw new Error('preprocessor_config.json: crop_size is larger than size');
  return { ...sides, shorterSide };
}

function bothOf(sides: z.infer<typeof Sides>): { width: number; height: number } {
  if (typeof sides === 'number') return { width: sides, height: sides };
  if ('width' in sides) return { width: sides.width, height: sides.height };
  return { width: sides.shortest_edge, height: sides.shortest_edge };
}
