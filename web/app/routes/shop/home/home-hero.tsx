import { Link } from '@remix-run/react';
import { buttonStyle } from '~/components/form/button';

const STATS = [
  ['200+', 'thương hiệu quốc tế'],
  ['2,000+', 'sản phẩm chất lượng'],
  ['30,000+', 'khách hàng hài lòng'],
] as const;

/** The hero of the home page: one picture, one line, one button, three figures. */
export function HomeHero() {
  return (
    <section className="bg-sand">
      <div className="mx-auto grid max-w-[1600px] lg:grid-cols-[5fr_6fr]">
        <div className="page grid content-center gap-6 py-10 lg:max-w-none lg:py-16 lg:pl-[max(2rem,calc((100vw-1320px)/2+2rem))]">
          <h1 className="text-4xl lg:text-5xl">Mặc nhẹ, sống chậm.</h1>
          <p className="max-w-md text-lg text-pretty text-muted">
            Linen, cotton và lụa cắt may cho khí hậu Việt Nam: thoáng, bền, dễ phối từ sáng đi làm đến tối dạo phố.
          </p>
          <Link to="/search" prefetch="intent" lang="en" className={`${buttonStyle({ size: 'lg' })} w-fit`}>
            Shop now
          </Link>
          <dl className="mt-4 grid grid-cols-3 gap-x-4 border-t border-line pt-6">
            {STATS.map(([figure, label]) => (
              <div key={label} className="flex flex-col-reverse justify-end">
                <dt className="text-xs text-muted sm:text-sm">{label}</dt>
                <dd className="tabular text-xl font-bold">{figure}</dd>
              </div>
            ))}
          </dl>
        </div>
        <HeroPicture />
      </div>
    </section>
  );
}

function HeroPicture() {
  // React 18 does not know fetchPriority; the lower-case attribute is passed through unchanged.
  const priority = { fetchpriority: 'high' };
  return (
    <picture className="block max-lg:order-first">
      <source type="image/avif" srcSet={heroSet('avif')} sizes={HERO_SIZES} />
      <img
        {...priority}
        src="/images/hero-1280.webp"
        srcSet={heroSet('webp')}
        sizes={HERO_SIZES}
        alt=""
        width={1280}
        height={1024}
        className="aspect-[3/2] size-full bg-line object-cover lg:aspect-auto lg:max-h-[40rem]"
      />
    </picture>
  );
}

const HERO_SIZES = '(min-width: 1600px) 873px, (min-width: 992px) 54.6vw, 100vw';
/** The widths that demo/draw-site-pictures.ts draws. */
const HERO_WIDTHS = [640, 800, 960, 1120, 1280];

const heroSet = (ending: 'avif' | 'webp') =>
  HERO_WIDTHS.map((width) => `/images/hero-${width}.${ending} ${width}w`).join(', ');
