import { PICTURE_WIDTHS } from 'contract/rules';
import { ImageOff } from 'lucide-react';

interface PictureProps {
  /** `/media/<hash>/<width>.webp`, any other address, or null when there is no picture. */
  src: string | null;
  alt: string;
  /** The displayed width, as a `sizes` attribute. */
  sizes: string;
  /** Height divided by width; 4/3 is the shop's portrait format of 3:4. */
  ratio?: number;
  /** Visible first: loaded eagerly and with high priority. */
  isPriority?: boolean;
  className?: string;
  /** The name by which a view transition finds the picture on the next page: `pictureName`. */
  transitionName?: string;
  onLoad?: () => void;
}

/** The name of a product's picture in view transitions. */
export const pictureName = (product: number) => `product-${product}`;

const MADE_HERE = /^(.*\/media\/[^/]+\/)\d+\.webp$/;

/** The srcset of all renditions of `/media/<hash>/<width>.webp` in a format; null for other pictures. */
export function srcSet(src: string, ending: 'avif' | 'webp'): string | null {
  const folder = MADE_HERE.exec(src)?.[1];
  return folder ? PICTURE_WIDTHS.map((width) => `${folder}${width}.${ending} ${width}w`).join(', ') : null;
}

/** A picture in AVIF and WebP, in the width that the screen needs. Its space is reserved while it loads. */
export function ProductPicture({
  src,
  alt,
  sizes,
  ratio = 4 / 3,
  isPriority = false,
  className = '',
  transitionName,
  onLoad,
}: PictureProps) {
  if (src === null) {
    return (
      <span
        role="img"
        aria-label={`${alt} (chưa có ảnh)`}
        className={`grid place-content-center bg-sand text-line-strong ${className}`}
        style={{ aspectRatio: `1 / ${ratio}` }}
      >
        <ImageOff aria-hidden="true" className="size-8 stroke-1" />
      </span>
    );
  }
  // React 18 does not know fetchPriority; the lower-case attribute is passed through unchanged.
  const priority = isPriority ? { fetchpriority: 'high' } : {};
  const avif = srcSet(src, 'avif');
  return (
    <picture className="contents">
      {/* Hidden, because it would otherwise be an item of a surrounding grid. */}
      {avif && <source className="hidden" type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        {...priority}
        src={src}
        srcSet={srcSet(src, 'webp') ?? undefined}
        sizes={sizes}
        alt={alt}
        width={480}
        height={Math.round(480 * ratio)}
        loading={isPriority ? 'eager' : 'lazy'}
        decoding={isPriority ? 'sync' : 'async'}
        style={transitionName ? { viewTransitionName: transitionName } : undefined}
        onLoad={onLoad}
        className={`bg-sand object-cover ${className}`}
      />
    </picture>
  );
}
