import { useEffect, useRef, useState } from 'react';
import { ProductPicture, pictureName } from '~/components/display/picture';

interface GalleryProps {
  /** The id of the product. */
  product: number;
  images: readonly string[];
  name: string;
  /** The picture to show first; by default the first one. */
  first?: string;
}

/** A swipeable gallery, with thumbnails on wide screens and a counter on phones. */
export function Gallery({ product, images, name, first }: GalleryProps) {
  const [shown, setShown] = useState(0);
  const strip = useRef<HTMLUListElement>(null);

  const start = first === undefined ? -1 : images.indexOf(first);
  useEffect(() => {
    if (start > 0 && strip.current) strip.current.scrollLeft = start * strip.current.clientWidth;
  }, [start]);

  function onScroll() {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {};
    setShown(Math.round(scrollLeft / clientWidth));
  }

  function show(index: number) {
    strip.current?.scrollTo({ left: index * strip.current.clientWidth, behavior: 'smooth' });
  }

  return (
    <section aria-label="Hình ảnh sản phẩm" className="relative grid gap-3 lg:grid-cols-[4.5rem_1fr]">
      <ul className="hidden content-start gap-2 lg:grid noscript:hidden">
        {images.length > 1 &&
          images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-label={`Ảnh ${index + 1}`}
                aria-current={index === shown}
                onClick={() => show(index)}
                className="block w-full overflow-hidden rounded-md border-2 border-transparent opacity-70 transition hover:opacity-100 aria-[current=true]:border-ink aria-[current=true]:opacity-100"
              >
                <ProductPicture src={image} alt="" sizes="72px" className="aspect-3/4 w-full" />
              </button>
            </li>
          ))}
      </ul>
      <div className="relative min-w-0 max-lg:-mx-4">
        <ul
          ref={strip}
          onScroll={onScroll}
          tabIndex={images.length > 1 ? 0 : undefined}
          aria-label="Vuốt để xem thêm ảnh"
          className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] lg:rounded-md"
        >
          {(images.length > 0 ? images : [null]).map((image, index) => (
            <li key={image} className="w-full shrink-0 snap-center">
              <ProductPicture
                src={image}
                alt={images.length > 1 ? `${name}, ảnh ${index + 1}` : name}
                sizes="(min-width: 1320px) 621px, (min-width: 992px) calc(54.8vw - 112px), 100vw"
                isPriority={index === 0}
                transitionName={index === Math.max(0, start) ? pictureName(product) : undefined}
                className="aspect-3/4 w-full max-lg:max-h-[64dvh]"
              />
            </li>
          ))}
        </ul>
        {images.length > 1 && (
          <p className="tabular pointer-events-none absolute top-3 right-3 rounded-full bg-ink/70 px-2.5 py-0.5 text-xs text-paper lg:hidden noscript:hidden">
            {shown + 1} / {images.length}
          </p>
        )}
      </div>
    </section>
  );
}
