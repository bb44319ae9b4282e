import { useState } from 'react';
import { Button } from '~/components/form/button';
import { ComboboxField } from '~/components/form/combobox/combobox-field';
import { SelectField, TextArea, TextField } from '~/components/form/field';
import { CopyButton } from '~/components/form/copy-button';
import { Quantity } from '~/components/form/quantity';
import { SubmitButton } from '~/components/form/submit-button';
import { StarChoice } from '~/components/form/star-choice';
import { Group, LONG_NAME, Specimen } from './specimen';

const COLORS = [{ value: 'Đỏ', note: 'như son' }, { value: 'Đen' }, { value: 'Xanh' }];
const VARIANTS = ['primary', 'outline', 'quiet', 'danger'] as const;

export function FormParts() {
  return (
    <Group title="form">
      <Specimen file="form/button.tsx" hint="one primary button per view">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button size="sm">sm</Button>
        <Button size="lg">lg</Button>
        <Button disabled>disabled</Button>
        <Button isBusy>busy</Button>
      </Specimen>
      <Specimen file="form/submit-button.tsx" hint="waits for as long as the server says">
        <SubmitButton after={undefined}>Gửi</SubmitButton>
      </Specimen>
      <Specimen file="form/copy-button.tsx" hint="beside a code that is typed elsewhere">
        <CopyButton label="Mã vận đơn" text="GAX4KD7B" />
      </Specimen>
      <Specimen file="form/field.tsx" hint="label above, error and hint below">
        <TextField className="w-64" label="Họ tên" name="name" hint="Như trên giấy tờ" />
        <TextField className="w-64" label="E-mail" name="email" required error="E-mail không hợp lệ" />
        <TextField className="w-64" label="Không sửa được" name="locked" disabled defaultValue={LONG_NAME} />
        <TextArea className="w-64" label="Lời nhắn" name="note" error={['Quá dài', 'Có ký tự lạ']} />
        <SelectField className="w-64" label="Cỡ" name="size" defaultValue="M">
          <option>S</option>
          <option>M</option>
        </SelectField>
      </Specimen>
      <Choices />
    </Group>
  );
}

function Choices() {
  const [quantity, setQuantity] = useState(1);
  const [stars, setStars] = useState(3);
  const [color, setColor] = useState('Đỏ');
  return (
    <>
      <Specimen file="form/quantity.tsx" hint="from 1 to what is in stock">
        <Quantity value={quantity} max={3} onChange={setQuantity} />
        <Quantity value={1} max={1} onChange={setQuantity} label="Số lượng món cuối" />
      </Specimen>
      <Specimen file="form/combobox/combobox-field.tsx" hint="a text with suggestions, which may be ignored">
        <ComboboxField
          label="Màu"
          name="color"
          value={color}
          find={(text) => COLORS.filter(({ value }) => value.toLowerCase().includes(text.toLowerCase()))}
          onType={setColor}
          onChoose={setColor}
        />
      </Specimen>
      <Specimen file="form/star-choice.tsx" hint="a rating that a shopper gives">
        <StarChoice label="Đánh giá" name="rating" value={stars} onChange={setStars} />
        <StarChoice label="Chưa chọn" name="none" value={0} onChange={setStars} error={['Hãy chọn số sao']} />
      </Specimen>
    </>
  );
}
