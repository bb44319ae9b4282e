import type { Product } from 'contract/catalog';
import { splitDescription } from './description-parts';

type Described = Pick<Product, 'description' | 'material' | 'care' | 'model_height' | 'model_size'>;

/** The facts of a product beside its description, as label and text; those that are unknown are left out. */
function factsOf({ material, care, model_height: height, model_size: size }: Described): [string, string][] {
  const model = [height !== null && `cao ${inMetres(height)}`, size !== '' && `mặc cỡ ${size}`]
    .filter(Boolean)
    .join(', ');
  const facts: [string, string][] = [
    ['Chất liệu', material],
    ['Bảo quản', care],
    ['Người mẫu', model && model.charAt(0).toUpperCase() + model.slice(1)],
  ];
  return facts.filter(([, text]) => text !== '');
}

/** `168` as `1m68`. */
const inMetres = (height: number) =>
  height < 100 ? `${height} cm` : `${Math.floor(height / 100)}m${String(height % 100).padStart(2, '0')}`;

/** True when there is more to tell of a product than the text beside its price. */
export const hasDetails = (product: Described) =>
  splitDescription(product.description).rest !== '' || factsOf(product).length > 0;

/** What the text beside the price does not say: the rest of the description, material, care and model. */
export function ProductDetails({ product }: { product: Described }) {
  const { rest } = splitDescription(product.description);
  const facts = factsOf(product);
  return (
    <div className="grid max-w-3xl gap-6">
      {rest && <p className="whitespace-pre-line">{rest}</p>}
      {facts.length > 0 && (
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
          {facts.map(([label, text]) => (
            <div key={label} className="grid gap-0.5 sm:contents">
              <dt className="font-medium">{label}</dt>
              <dd className="break-words whitespace-pre-line">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
