import type { Brand, Category, ListProduct } from 'contract/catalog/catalog';
import { Link } from '@remix-run/react';
import { ProductCard } from '~/features/product-list/product-card';
import { MoreLink, Section } from '~/components/shop/section';
import { ProductPicture } from '~/components/display/picture';
import type { CategoryIconName } from '~/features/taxonomy/category-icon';

/** Which of the newest products has the large card: the second, so that the four columns are read from the left. */
const LARGE = 1;
/** The space above and below a section: the wider the screen, the calmer the page. */
export const SECTION_PADDING = 'py-12 lg:py-20 2xl:py-24';
/** The large card's picture fills two rows, so on wide screens it is wider than what is seen of it. */
const LARGE_SIZES =
  '(min-width: 1320px) 680px, (min-width: 992px) 53vw, (min-width: 576px) calc(47vw - 12px), calc(50vw - 22px)';

/** A category with the name of its drawing, for one that has no picture. */
interface ShownCategory extends Pick<Category, 'id' | 'title' | 'image'> {
  icon: CategoryIconName;
}

export function HomeCategories({ categories }: { categories: readonly ShownCategory[] }) {
  return (
    <nav aria-label="Danh mục nổi bật" className="page pt-8 lg:pt-16">
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 [scrollbar-width:none] lg:mx-0 lg:grid lg:grid-cols-8 lg:px-0">
        {categories.map(({ id, title, image, icon }) => (
          <li key={id} className="w-20 shrink-0 snap-start lg:w-auto">
            <Link to={`/search?category=${id}`} prefetch="intent" className="group grid justify-items-center gap-2">
              <span className="size-20 overflow-hidden rounded-full bg-sand lg:size-28">
                {image ? (
                  <ProductPicture
                    src={image}
                    alt=""
                    ratio={1}
                    sizes="(min-width: 992px) 112px, 80px"
                    className="size-full transition-transform duration-500 group-hover:scale-105"
                  />
                ) : (
                  <CategoryIcon name={icon} />
                )}
              </span>
              <span className="text-center text-sm font-medium">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The drawing for a category without a picture, in the manner of the demo shop's. */
function CategoryIcon({ name }: { name: CategoryIconName }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 48"
      className="m-auto h-full w-1/2 fill-none stroke-accent stroke-[1.7] [stroke-linecap:round] [stroke-linejoin:round]"
    >
      <use href={`/images/category-icons.svg#${name}`} />
    </svg>
  );
}

/** The top-rated products: a swipeable row on phones, beside the heading on wide screens. */
export function TopRated({ products }: { products: readonly ListProduct[] }) {
  return (
    <section aria-labelledby="top-rated" className={`bg-sand ${SECTION_PADDING}`}>
      <div className="page grid gap-6 lg:grid-cols-[1fr_3.4fr] lg:gap-12">
        <div className="grid content-start gap-2">
          <h2 id="top-rated" className="text-2xl lg:text-3xl">
            Đánh giá cao
          </h2>
          <p className="text-muted">Người mặc chấm điểm, không phải chúng tôi.</p>
          <MoreLink to="/search?sort=rating-desc">Xem tất cả</MoreLink>
        </div>
        <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 [scrollbar-width:none] lg:mx-0 lg:grid lg:grid-cols-4 lg:gap-6 lg:px-0">
          {products.map((product) => (
            <li key={product.id} className="w-[60vw] max-w-72 shrink-0 snap-start lg:w-auto">
              <ProductCard
                product={product}
                badges={['discount', 'top-rated']}
                sizes="(min-width: 1320px) 217px, (min-width: 992px) calc(18.2vw - 26px), (min-width: 480px) 288px, 60vw"
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The newest products: their title with a link to the rest, then one large card and three small ones. */
export function NewArrivals({ products }: { products: readonly ListProduct[] }) {
  return (
    <section aria-labelledby="new-arrivals" className={`page ${SECTION_PADDING}`}>
      <ul className="grid two-columns gap-x-3 gap-y-8 sm:gap-x-6 lg:grid-cols-4 lg:gap-y-10">
        <li className="col-span-full grid content-end gap-2 rounded-md lg:col-span-1 lg:bg-accent-soft lg:p-6">
          <h2 id="new-arrivals" className="text-2xl lg:text-3xl">
            Hàng mới về
          </h2>
          <p className="text-muted">Vừa rời bàn may, lên kệ trong tháng này.</p>
          <MoreLink to="/search">Xem tất cả</MoreLink>
        </li>
        {products.map((product, index) => (
          <li key={product.id} className={index === LARGE ? 'lg:col-span-2 lg:row-span-2' : ''}>
            <ProductCard
              product={product}
              badges={['discount', 'new']}
              isLarge={index === LARGE}
              sizes={index === LARGE ? LARGE_SIZES : undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function HomeBrands({ brands }: { brands: readonly Brand[] }) {
  return (
    <Section title="Thương hiệu nổi bật" className={`border-y border-line ${SECTION_PADDING}`}>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line md:grid-cols-3 lg:grid-cols-6">
        {brands.map(({ id, title }) => (
          <li key={id} className="bg-paper">
            <Link
              to={`/search?brand=${id}`}
              prefetch="intent"
              className="grid min-h-24 place-content-center px-3 text-center text-lg font-bold tracking-wide text-muted transition-colors hover:bg-surface hover:text-ink"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
