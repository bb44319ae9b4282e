import type { NewApiKey } from 'contract/administration/api-keys';
import { MAX_INTEGRATION_NAME } from 'contract/administration/integration-rules';
import { CheckList } from '~/components/admin/check-list';
import { FormPanel } from '~/components/admin/form-panel';
import { SelectField, TextField } from '~/components/form/field';
import { OwnPassword } from '~/features/account/password/own-password';
import { SCOPE_LABELS } from './scope-labels';

const SCOPES = Object.entries(SCOPE_LABELS).map(([scope, [label, hint]]) => [scope, label, hint] as const);

/** Lifetimes by days. */
const LIFETIMES = [
  ['90', '90 ngày'],
  ['365', '1 năm'],
  ['30', '30 ngày'],
  ['', 'Không hết hạn'],
] as const;

/** The form of a new key. */
export function KeyForm({ onMade, onClose }: { onMade: (key: NewApiKey) => void; onClose: () => void }) {
  return (
    <FormPanel
      title="Tạo khóa API"
      submit="Tạo khóa"
      intent="create"
      onDone={(made) => onMade(made as NewApiKey)}
      onClose={onClose}
    >
      {({ errors }) => (
        <>
          <TextField
            label="Tên"
            name="name"
            required
            maxLength={MAX_INTEGRATION_NAME}
            autoComplete="off"
            error={errors.name}
            hint="Hệ thống nào dùng khóa này? Một hệ thống một khóa, để thu hồi riêng."
          />
          <CheckList legend="Quyền" name="scopes" options={SCOPES} error={errors.scopes} />
          <SelectField label="Hết hạn sau" name="days" error={errors.days}>
            {LIFETIMES.map(([days, label]) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </SelectField>
          <OwnPassword errors={errors} />
        </>
      )}
    </FormPanel>
  );
}
