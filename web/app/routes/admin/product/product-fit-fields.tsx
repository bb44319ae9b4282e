import type { Size } from 'contract/catalog/catalog';
import { MAX_CARE, MAX_MATERIAL, MAX_MODEL_SIZE } from 'contract/catalog/size-rules';
import { useId } from 'react';
import { TextArea, TextField } from '~/components/form/field';
import { EMPTY_TABLE, errorsAtCells } from '~/features/size-table/size-table-draft';
import { SizeTableEditor } from '~/features/size-table/size-table-editor';
import type { ProductDraft } from './product-draft';

interface ProductFitFieldsProps {
  draft: ProductDraft;
  onChange: (changes: Partial<ProductDraft>) => void;
  sizes: readonly Size[];
  errors: Record<string, string[]>;
}

/** The fields of a product about its cloth, its model and its own size table. */
export function ProductFitFields({ draft, onChange, sizes, errors }: ProductFitFieldsProps) {
  const list = useId();
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextArea
          label="Chất liệu"
          name="material"
          rows={2}
          maxLength={MAX_MATERIAL}
          placeholder="100% cotton"
          value={draft.material}
          error={errors.material}
          onChange={({ target }) => onChange({ material: target.value })}
        />
        <TextArea
          label="Bảo quản"
          name="care"
          rows={2}
          maxLength={MAX_CARE}
          placeholder="Giặt máy nước lạnh, phơi trong bóng râm"
          value={draft.care}
          error={errors.care}
          onChange={({ target }) => onChange({ care: target.value })}
        />
        <TextField
          label="Chiều cao người mẫu (cm)"
          name="model_height"
          inputMode="numeric"
          autoComplete="off"
          value={draft.modelHeight}
          error={errors.model_height}
          onChange={({ target }) => onChange({ modelHeight: target.value })}
        />
        <TextField
          label="Cỡ người mẫu mặc"
          name="model_size"
          list={list}
          autoComplete="off"
          maxLength={MAX_MODEL_SIZE}
          value={draft.modelSize}
          error={errors.model_size}
          onChange={({ target }) => onChange({ modelSize: target.value })}
        />
        <datalist id={list}>
          {sizes.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
      </div>
      <OwnSizeTable draft={draft} onChange={onChange} sizes={sizes} errors={errors} />
    </>
  );
}

/** The switch of the product's own size table, and the table. */
const OwnSizeTable = ({ draft, onChange, sizes, errors }: ProductFitFieldsProps) => (
  <>
    <label className="flex min-h-11 w-fit items-center gap-3">
      <input
        type="checkbox"
        className="size-5 accent-accent"
        checked={draft.hasOwnTable}
        onChange={({ target }) =>
          onChange({ hasOwnTable: target.checked, sizeTable: draft.sizeTable ?? tableOfSizes(draft, sizes) })
        }
      />
      Bảng kích thước riêng cho sản phẩm này
    </label>
    {draft.hasOwnTable && draft.sizeTable ? (
      <SizeTableEditor
        draft={draft.sizeTable}
        onChange={(sizeTable) => onChange({ sizeTable })}
        sizes={sizes}
        errors={errorsAtCells(errors, 'size_table.')}
      />
    ) : (
      <p className="text-sm text-muted">Khách thấy bảng kích thước của danh mục, nếu danh mục có bảng.</p>
    )}
  </>
);

/** An empty table with a row for each size of the product. */
const tableOfSizes = ({ sizes: chosen }: ProductDraft, sizes: readonly Size[]) => ({
  ...EMPTY_TABLE,
  rows: sizes.filter(({ id }) => chosen.includes(id)).map(({ id, name }) => ({ size: id, name, cells: {} })),
});
