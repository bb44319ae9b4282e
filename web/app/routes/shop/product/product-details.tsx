import type { ProductTexts } from './product-texts';

/** What the text beside the price does not say: the rest of the description, material, care and model. */
export function ProductDetails({ rest, facts }: Pick<ProductTexts, 'rest' | 'facts'>) {
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
