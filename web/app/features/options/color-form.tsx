import type { AdminColor } from 'contract/catalog/options';
import { useState } from 'react';
import { FormPanel, type PanelProps } from '~/components/admin/form-panel';
import { TextField, boxStyle } from '~/components/form/field';

/** The form of a colour, picked or typed. Picker and text box show the same value. */
export function ColorForm({ color, ...panel }: { color: AdminColor | null } & PanelProps) {
  const [hex, setHex] = useState(color?.hex_code ?? '#808080');
  const isWhole = /^#[0-9a-f]{6}$/i.test(hex);
  return (
    <FormPanel
      title={color ? 'Sửa màu' : 'Thêm màu'}
      of={color}
      intent={color ? 'change-color' : 'create-color'}
      {...panel}
    >
      {({ errors, field }) => (
        <>
          <TextField label="Tên" {...field('name')} required maxLength={255} />
          <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-3">
            <label className="grid content-start gap-1.5 text-sm font-medium">
              Chọn màu
              <input
                type="color"
                value={isWhole ? hex.toLowerCase() : '#808080'}
                onChange={({ target }) => setHex(target.value)}
                className={`${boxStyle} cursor-pointer p-1!`}
              />
            </label>
            <TextField
              label="Mã màu"
              name="hex_code"
              required
              maxLength={7}
              spellCheck={false}
              value={hex}
              onChange={({ target }) => setHex(target.value)}
              error={errors.hex_code}
              hint="Ví dụ #1a2b3c"
            />
          </div>
        </>
      )}
    </FormPanel>
  );
}
