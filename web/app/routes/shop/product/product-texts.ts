import type { Product } from 'contract/catalog/catalog';
import { SHORT_DESCRIPTION } from 'contract/rules';
import { shorten } from '~/components/shop/seo';

/** The texts of a product's page. The loader makes them, so that browsers do not load the code for it. */
export interface ProductTexts {
  /** The first 150 characters of the description, for beside the price. */
  lead: string;
  /** Its beginning in whole words, for search engines and shared links. */
  summary: string;
  /** The whole description, with its lines. */
  description: string;
  /** What is known beside the description, as label and text. */
  facts: [label: string, text: string][];
}

type Described = Pick<Product, 'name' | 'description' | 'material' | 'care' | 'model_height' | 'model_size'>;

export const textsOf = (product: Described): ProductTexts => ({
  lead: cut(product.description.trim()),
  summary: shorten(product.description),
  description: product.description.trim(),
  facts: factsOf(product),
});

/** Cuts a text as the specification says, also within a word, but never within an emoji. */
function cut(text: string): string {
  if (text.length <= SHORT_DESCRIPTION) return text;
  return `${text.slice(0, SHORT_DESCRIPTION).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function factsOf({ material, care, model_height: height, model_size: size }: Described): ProductTexts['facts'] {
  const model = [height !== null && `cao ${inMetres(height)}`, size !== '' && `mặc cỡ ${size}`]
    .filter(Boolean)
    .join(', ');
  const facts: ProductTexts['facts'] = [
    ['Chất liệu', material],
    ['Bảo quản', care],
    ['Người mẫu', model && model.charAt(0).toUpperCase() + model.slice(1)],
  ];
  return facts.filter(([, text]) => text !== '');
}

/** `168` as `1m68`. */
const inMetres = (height: number) =>
  height < 100 ? `${height} cm` : `${Math.floor(height / 100)}m${String(height % 100).padStart(2, '0')}`;
