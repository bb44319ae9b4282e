import type { AdminSize } from 'contract/catalog/options';
import { FormPanel, type PanelProps } from '~/components/admin/form-panel';
import { TextField } from '~/components/form/field';

/** The form of a size. */
export function SizeForm({ size, ...panel }: { size: AdminSize | null } & PanelProps) {
  return (
    <FormPanel
      title={size ? 'Sửa kích cỡ' : 'Thêm kích cỡ'}
      of={size}
      intent={size ? 'change-size' : 'create-size'}
      {...panel}
    >
      {({ field }) => (
        <>
          <TextField label="Tên" {...field('name')} required maxLength={255} />
          <TextField
            label="Vị trí"
            {...field('position')}
            type="number"
            min={1}
            step={1}
            inputMode="numeric"
            hint={size ? '1 là kích cỡ hiện đầu tiên.' : 'Để trống: xếp theo tên, S trước M, 38 trước 39.'}
          />
        </>
      )}
    </FormPanel>
  );
}
