import type { Product } from 'contract/catalog/catalog';
import { memo, useEffect, useRef, useState } from 'react';
import { scrollBehavior } from '~/lib/scroll-behavior';
import { ProductPicture, pictureName } from '~/components/display/picture';
import { picturesFor } from '~/features/products/color-pictures';

interface GalleryProps {
  product: Pick<Product, 'id' | 'name' | 'image' | 'pictures' | 'available_colors'>;
  /** The id of the chosen colour, whose pictures come first; null before a choice. */
  color: number | null;
  /** The picture to show first while no colour is chosen; by default the first one. */
  first?: string;
}

/** A swipeable gallery, with thumbnails on wide screens and a counter on phones. */
export const Gallery = memo(function Gallery({ product, color, first }: GalleryProps) {
  const [shown, setShown] = useState(0);
  const strip = useRef<HTMLUListElement>(null);
  const pictures = picturesFor(product, color);
  const start = first === undefined || color !== null ? -1 : pictures.findIndex(({ image }) => image === first);

  const before = useRef(color);
  useEffect(() => {
    const isNewColor = before.current !== color;
    before.current = color;
    if ((start > 0 || isNewColor) && strip.current) {
      strip.current.scrollLeft = Math.max(0, start) * strip.current.clientWidth;
    }
  }, [start, color]);

  function onScroll() {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {};
    setShown(Math.round(scrollLeft / clientWidth));
  }

  function show(index: number) {
    strip.current?.scrollTo({ left: index * strip.current.clientWidth, behavior: scrollBehavior() });
  }

  return (
    <section aria-label="Hình ảnh sản phẩm" className="relative grid gap-3 lg:grid-cols-[4.5rem_1fr]">
      <Thumbnails images={pictures.map(({ image }) => image)} shown={shown} onShow={show} />
      <div className="relative min-w-0 max-lg:-mx-4">
        <ul
          ref={strip}
          onScroll={onScroll}
          tabIndex={pictures.length > 1 ? 0 : undefined}
          aria-label="Vuốt để xem thêm ảnh"
          className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] lg:rounded-md"
        >
          {(pictures.length > 0 ? pictures : [{ image: product.image, color: null }]).map(({ image, color }, index) => (
            <li key={image} className="w-full shrink-0 snap-center">
              <ProductPicture
                src={image}
                alt={altOf(product, color, pictures.length > 1 && index + 1)}
                sizes="(min-width: 1320px) 621px, (min-width: 992px) calc(54.8vw - 112px), 100vw"
                isPriority={index === 0}
                transitionName={index === Math.max(0, start) ? pictureName(product.id) : undefined}
                className="aspect-3/4 w-full max-lg:max-h-[64dvh]"
              />
            </li>
          ))}
        </ul>
        {pictures.length > 1 && (
          <p className="tabular pointer-events-none absolute top-3 right-3 rounded-full bg-ink/70 px-2.5 py-0.5 text-xs text-paper lg:hidden noscript:hidden">
            {shown + 1} / {pictures.length}
          </p>
        )}
      </div>
    </section>
  );
});

/** @param nth false for the only picture */
function altOf({ name, available_colors }: GalleryProps['product'], color: number | null, nth: number | false) {
  const shade = available_colors.find(({ id }) => id === color)?.name;
  return [name, shade && `màu ${shade}`, nth && `ảnh ${nth}`].filter(Boolean).join(', ');
}

interface ThumbnailsProps {
  images: string[];
  /** The index of the picture in view. */
  shown: number;
  onShow: (index: number) => void;
}

/** Small pictures beside the large one, on wide screens; empty for a single picture. */
function Thumbnails({ images, shown, onShow }: ThumbnailsProps) {
  return (
    <ul className="hidden content-start gap-2 lg:grid noscript:hidden">
      {images.length > 1 &&
        images.map((image, index) => (
          <li key={image}>
            <button
              type="button"
              aria-label={`Ảnh ${index + 1}`}
              aria-current={index === shown}
              onClick={() => onShow(index)}
              className="block w-full overflow-hidden rounded-md border-2 border-transparent opacity-70 transition hover:opacity-100 aria-[current=true]:border-ink aria-[current=true]:opacity-100"
            >
              <ProductPicture src={image} alt="" sizes="72px" className="aspect-3/4 w-full" />
            </button>
          </li>
        ))}
    </ul>
  );
}
