import type { AdminProduct } from 'contract/catalog/products';
import { MAX_PRODUCT_DESCRIPTION, MAX_PRODUCT_NAME, formatVnd } from 'contract/rules';
import type { ReactNode } from 'react';
import { SelectField, TextArea, TextField } from '~/components/form/field';
import { typedNumber } from '~/components/form/typed-number';
import { NewOptionButton } from './options/new-option';
import { PictureList } from './pictures/picture-list';
import { waitingByCell, waitingForProduct, type ProductDraft } from './product-draft';
import { ProductFitFields } from './product-fit-fields';
import type { Options } from './options/use-options';
import { VariantMatrix } from './variants/variant-matrix';
import { planVariants } from './variants/variant-plan';

interface ProductFieldsProps {
  draft: ProductDraft;
  onChange: (changes: Partial<ProductDraft>) => void;
  /** Fraction of the upload that has been sent, from 0 to 1; null while no pictures are being sent. */
  sent: number | null;
  /** Messages by field name, those of variants by `cellKey`. */
  errors: Record<string, string[]>;
  /** The saved product; null for a new one. */
  base: AdminProduct | null;
  options: Options;
  /** Opens the form of a new option. */
  onNewOption: (kind: keyof Options) => void;
}

/** The fields of a product: texts and taxonomy, pictures, prices and variants, material and fit. */
export function ProductFields(props: ProductFieldsProps) {
  const { draft, onChange, errors, options } = props;
  return (
    <>
      <InformationSection {...props} />
      <PicturesSection {...props} />
      <PriceAndStockSection {...props} />
      <Section title="Chất liệu và kích cỡ" className="xl:col-span-2">
        <ProductFitFields draft={draft} onChange={onChange} sizes={options.sizes} errors={errors} />
      </Section>
    </>
  );
}

/** The properties of a field that shows one text of the draft. */
const fieldsFrom =
  ({ draft, onChange, errors }: ProductFieldsProps) =>
  (name: 'name' | 'price' | 'oldPrice' | 'brand' | 'category') => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });

function InformationSection(props: ProductFieldsProps) {
  const { draft, onChange, errors, options, onNewOption } = props;
  const field = fieldsFrom(props);
  return (
    <Section title="Thông tin">
      <TextField label="Tên sản phẩm" required maxLength={MAX_PRODUCT_NAME} {...field('name')} />
      <TextArea
        label="Mô tả"
        name="description"
        rows={6}
        maxLength={MAX_PRODUCT_DESCRIPTION}
        value={draft.description}
        error={errors.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-1">
          <SelectField label="Thương hiệu" required {...field('brand')}>
            <TitleOptions from={options.brands} none="Chưa có thương hiệu nào" />
          </SelectField>
          <NewOptionButton kind="brands" onClick={onNewOption} />
        </div>
        <div className="grid content-start gap-1">
          <SelectField label="Danh mục" required {...field('category')}>
            <TitleOptions from={options.categories} none="Chưa có danh mục nào" />
          </SelectField>
          <NewOptionButton kind="categories" onClick={onNewOption} />
        </div>
      </div>
    </Section>
  );
}

const PicturesSection = ({ draft, onChange, sent, errors, options: { colors } }: ProductFieldsProps) => (
  <Section title="Ảnh">
    <PictureList
      pictures={draft.pictures}
      onChange={(pictures) => onChange({ pictures })}
      colors={draft.hasVariants ? colors.filter(({ id }) => draft.colors.includes(id)) : []}
      sent={sent}
      error={['pictures', 'picture_colors', 'image', 'images'].flatMap((name) => errors[name] ?? [])}
    />
  </Section>
);

function PriceAndStockSection(props: ProductFieldsProps) {
  const { draft, onChange, errors, base, options, onNewOption } = props;
  const field = fieldsFrom(props);
  return (
    <Section title="Giá và tồn kho" className="xl:col-span-2">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <TextField
          label="Giá (VND)"
          required
          inputMode="numeric"
          autoComplete="off"
          hint={draft.hasVariants ? 'Mỗi phân loại có giá riêng; giá này dùng khi chưa có phân loại nào.' : undefined}
          {...field('price')}
        />
        <TextField
          label="Giá cũ (VND)"
          inputMode="numeric"
          autoComplete="off"
          hint={hiddenOldPrice(draft, base)}
          {...field('oldPrice')}
        />
        {!draft.hasVariants && <StockField {...props} />}
      </div>
      <label className="flex min-h-11 w-fit items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={draft.hasVariants}
          onChange={({ target }) => onChange({ hasVariants: target.checked })}
        />
        Sản phẩm có nhiều màu và kích cỡ
      </label>
      {draft.hasVariants && (
        <VariantMatrix
          matrix={draft}
          onChange={onChange}
          colors={options.colors}
          sizes={options.sizes}
          onNewOption={onNewOption}
          errors={errors}
          waiting={base ? waitingByCell(base) : {}}
        />
      )}
    </Section>
  );
}

/** Why shoppers do not see the old price of a draft with variants; undefined when they do. The server accepts both. */
function hiddenOldPrice(draft: ProductDraft, base: AdminProduct | null): string | undefined {
  const lowest = draft.hasVariants
    ? Math.min(...planVariants(draft, base).variants.map(({ price }) => price))
    : Infinity;
  if (lowest === Infinity || !(typedNumber(draft.oldPrice) <= lowest)) return undefined;
  return `Giá cũ chỉ hiện khi cao hơn giá thấp nhất của các phân loại (${formatVnd(lowest)}).`;
}

/** The stock of a product without variants. */
function StockField({ draft, onChange, errors, base }: ProductFieldsProps) {
  const waiting = base ? waitingForProduct(base) : 0;
  return (
    <TextField
      label="Tồn kho"
      name="countInStock"
      required
      inputMode="numeric"
      autoComplete="off"
      value={draft.stock}
      error={errors.countInStock}
      hint={waiting > 0 ? `${waiting} người chờ thông báo có hàng` : undefined}
      onChange={({ target }) => onChange({ stock: target.value })}
    />
  );
}

function Section({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={`grid content-start gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5 ${className}`}>
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

const TitleOptions = ({ from, none }: { from: readonly { id: number; title: string }[]; none: string }) => (
  <>
    <option value="">{from.length === 0 ? none : 'Chọn…'}</option>
    {from.map(({ id, title }) => (
      <option key={id} value={id}>
        {title}
      </option>
    ))}
  </>
);
