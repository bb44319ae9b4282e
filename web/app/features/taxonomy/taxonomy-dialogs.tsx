import { formatNumber } from 'contract/rules';
import type { AdminTaxonomyItem } from 'contract/catalog/taxonomy';
import type { TaxonomyPath } from '~/api/admin/taxonomy';
import { TextArea, TextField } from '~/components/form/field';
import { DeleteDialog } from '~/components/admin/delete-dialog';
import { FormPanel, type PanelProps } from '~/components/admin/form-panel';
import { PictureField } from './picture-field';
import { TAXONOMY_LABELS } from './taxonomy-labels';

interface TaxonomyDialogProps {
  path: TaxonomyPath;
  entry: AdminTaxonomyItem;
  onClose: () => void;
}

interface TaxonomyFormProps extends PanelProps {
  path: TaxonomyPath;
  entry: AdminTaxonomyItem | null;
}

/** The form of a brand or category. */
export function TaxonomyForm({ path, entry, ...panel }: TaxonomyFormProps) {
  const { one } = TAXONOMY_LABELS[path];
  return (
    <FormPanel
      title={entry ? `Sửa ${one}` : `Thêm ${one}`}
      of={entry}
      intent={entry ? 'change' : 'create'}
      encType="multipart/form-data"
      {...panel}
    >
      {({ errors, field }) => (
        <>
          <TextField label="Tên" {...field('title')} required maxLength={255} />
          <TextArea label="Mô tả" {...field('description')} rows={5} maxLength={20_000} />
          <PictureField label="Ảnh" name="image" src={entry?.image ?? null} error={errors.image} />
        </>
      )}
    </FormPanel>
  );
}

export function DeleteTaxonomyDialog({ path, entry, onClose }: TaxonomyDialogProps) {
  const { one, filter } = TAXONOMY_LABELS[path];
  const { id, title, product_count: count, archived_count: archived } = entry;
  return (
    <DeleteDialog
      name={`${one} ${title}`}
      products={count + archived}
      having={`thuộc ${one} này`}
      filter={`${filter}=${id}${archived > 0 ? '&archived=all' : ''}`}
      fields={{ intent: 'delete', id, title }}
      onClose={onClose}
    >
      {archived > 0 && `, trong đó ${formatNumber(archived)} đã lưu trữ`}. Hãy chuyển chúng sang {one} khác trước.
    </DeleteDialog>
  );
}
