import type { ProductTexts } from './product-texts';

/** The whole description, material, care and model. */
export function ProductDetails({ description, facts }: Pick<ProductTexts, 'description' | 'facts'>) {
  return (
    <div className="grid max-w-3xl gap-6">
      {description === '' && facts.length === 0 && <p className="text-muted">Sản phẩm chưa có mô tả.</p>}
      {description && <p className="whitespace-pre-line">{description}</p>}
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
