import { PICTURE_WIDTHS } from 'contract/rules';
import { ImageOff } from 'lucide-react';

interface PictureProps {
  /** `/media/<hash>/<width>.webp`, any other address, or null when there is no picture. */
  src: string | null;
  alt: string;
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string;
  /** Height by width; 4/3 makes the shop's standing 3:4 picture. */
  ratio?: number;
  /** Seen first: loaded at once and before the others. */
  isPriority?: boolean;
  className?: string;
}

const MADE_HERE = /^(.*\/media\/[^/]+\/)\d+\.webp$/;

/** All widths in which `/media/<hash>/<width>.webp` is made, as a srcset of that ending; null for other pictures. */
export function srcSet(src: string, ending: 'avif' | 'webp'): string | null {
  const folder = MADE_HERE.exec(src)?.[1];
  return folder ? PICTURE_WIDTHS.map((width) => `${folder}${width}.${ending} ${width}w`).join(', ') : null;
}

/** A picture in AVIF and WebP, as wide as the screen needs, with its room kept while it comes. */
export function Picture({ src, alt, sizes, ratio = 4 / 3, isPriority = false, className = '' }: PictureProps) {
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
  // React 18 knows no fetchPriority; in lower case it passes the attribute on as it is.
  const priority = isPriority ? { fetchpriority: 'high' } : {};
  const avif = srcSet(src, 'avif');
  return (
    <picture className="contents">
      {/* Hidden, or it would be an item of its own where the picture stands in a grid. */}
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
        className={`bg-sand object-cover ${className}`}
      />
    </picture>
  );
}
