import { formatNumber } from 'contract/rules';
import type { AdminTaxonomyItem } from 'contract/catalog/taxonomy';
import type { TaxonomyPath } from '~/api/admin/taxonomy';
import { TextArea, TextField } from '~/components/form/field';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { FormPanel, type PanelProps } from '~/components/admin/form-panel';
import { InUseDialog } from '~/components/admin/in-use-dialog';
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
  const products = entry.product_count + entry.archived_count;
  if (products > 0) {
    return (
      <InUseDialog
        title={`Chưa xóa được ${one} ${entry.title}`}
        to={`/admin/products?${filter}=${entry.id}${entry.archived_count > 0 ? '&archived=all' : ''}`}
        link="Xem các sản phẩm đó"
        onClose={onClose}
      >
        Còn {formatNumber(products)} sản phẩm thuộc {one} này
        {entry.archived_count > 0 && `, trong đó ${formatNumber(entry.archived_count)} đã lưu trữ`}. Hãy chuyển chúng
        sang {one} khác trước.
      </InUseDialog>
    );
  }
  return (
    <ConfirmDialog
      title={`Xóa ${one} ${entry.title}?`}
      confirm="Xóa hẳn"
      isDanger
      fields={{ intent: 'delete', id: entry.id, title: entry.title }}
      onClose={onClose}
    >
      Không có sản phẩm nào thuộc {one} này. Xóa rồi không lấy lại được.
    </ConfirmDialog>
  );
}
