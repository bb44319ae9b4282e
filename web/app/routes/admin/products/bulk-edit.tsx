import { useFetcher } from '@remix-run/react';
import type { BulkEdit, BulkOutcome } from 'contract/catalog/bulk-edit';
import type { ProductFilter } from 'contract/catalog/products';
import { PRICE_STEP, formatNumber, type PriceChange } from 'contract/rules';
import { useState } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { SelectField, TextField } from '~/components/form/field';
import { Modal } from '~/components/overlay/modal';
import type { ActionOutcome } from '~/components/admin/run-action';
import { withoutSeparators } from '~/components/form/typed-number';
import { useFirstPress } from '~/components/form/use-first-press';
import { useWhenDone } from '~/components/admin/use-when-done';
import { BulkPreview } from './bulk-preview';

/** The products to change: the selected ones, or all that match the table's filters. */
export type BulkTarget = { ids: number[] } | { filter: ProductFilter; count: number };

interface BulkEditPanelProps {
  target: BulkTarget;
  onClose: () => void;
}

const PRICE_WORDS: Record<PriceChange, string> = {
  set: 'Đặt thành (VND)',
  add: 'Cộng thêm, hoặc trừ (VND)',
  percent: 'Tăng, hoặc giảm (%)',
};

/** Changes prices and stock of many products after a preview. */
export function BulkEditPanel({ target, onClose }: BulkEditPanelProps) {
  const preview = useFetcher<ActionOutcome<BulkOutcome>>();
  const apply = useFetcher<ActionOutcome<BulkOutcome>>();
  const [price, setPrice] = useState({ by: '', value: '' });
  const [stock, setStock] = useState({ by: '', value: '' });
  /** The edit that the preview shows. A changed edit needs a new preview. */
  const [shown, setShown] = useState('');
  const edit = JSON.stringify(editOf(target, price, stock));
  // While a preview loads, its fetcher still has the answer of the one before.
  const outcome = preview.state === 'idle' && preview.data?.isDone && shown === edit ? preview.data.data : null;
  const failed = [apply.data, preview.data].find((answer) => answer?.isDone === false);
  const failure = failed?.isDone === false ? failed.failure : undefined;

  useWhenDone(apply, onClose);
  const isFirstPress = useFirstPress(apply);

  const count = 'ids' in target ? target.ids.length : target.count;
  return (
    <Modal
      shape="side"
      guardsInput
      width="max-w-2xl"
      title="Sửa hàng loạt"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            variant="outline"
            disabled={!price.by && !stock.by}
            isBusy={preview.state !== 'idle'}
            onClick={() => {
              setShown(edit);
              preview.submit({ intent: 'preview', edit }, { method: 'post' });
            }}
          >
            Xem trước
          </Button>
          <Button
            disabled={!outcome?.changed}
            isBusy={apply.state !== 'idle'}
            onClick={() => {
              if (isFirstPress()) apply.submit({ intent: 'bulk', edit }, { method: 'post' });
            }}
          >
            {outcome?.changed ? `Thay đổi ${formatNumber(outcome.changed)} mục` : 'Thay đổi'}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <p>
          {'ids' in target
            ? `${formatNumber(count)} sản phẩm đã chọn.`
            : `Tất cả ${formatNumber(count)} sản phẩm trong danh sách đang lọc.`}
        </p>
        {failure && <Alert tone="danger">{failure.detail}</Alert>}
        <Change label="Giá" value={price} onChange={setPrice} words={PRICE_WORDS} />
        {price.by === 'percent' && (
          <p className="text-sm text-muted">Giá mới được làm tròn đến {formatNumber(PRICE_STEP)} VND.</p>
        )}
        <Change
          label="Tồn kho"
          value={stock}
          onChange={setStock}
          words={{ set: 'Đặt thành', add: 'Cộng thêm, hoặc bớt' }}
        />
        {outcome ? (
          <BulkPreview outcome={outcome} />
        ) : (
          <p className="text-sm text-muted">Xem trước để biết từng mục sẽ thành bao nhiêu. Chưa có gì được lưu.</p>
        )}
      </div>
    </Modal>
  );
}

interface Typed {
  by: string;
  value: string;
}

/** An empty box is null, not zero, so that the server rejects it. */
const numberOf = (typed: string) => (/^-?\d+$/.test(typed) ? Number(typed) : null);

function editOf(target: BulkTarget, price: Typed, stock: Typed) {
  const changes = {
    // In a percentage a dot or a comma begins decimals, which the server refuses.
    price: price.by
      ? { by: price.by, value: numberOf(price.by === 'percent' ? price.value.trim() : withoutSeparators(price.value)) }
      : undefined,
    stock: stock.by ? { by: stock.by, value: numberOf(withoutSeparators(stock.value)) } : undefined,
  } as Pick<BulkEdit, 'price' | 'stock'>;
  return 'ids' in target ? { ids: target.ids, ...changes } : { filter: target.filter, ...changes };
}

interface ChangeProps {
  label: string;
  value: Typed;
  onChange: (value: Typed) => void;
  words: Record<string, string>;
}

function Change({ label, value, onChange, words }: ChangeProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField label={label} value={value.by} onChange={({ target }) => onChange({ ...value, by: target.value })}>
        <option value="">Giữ nguyên</option>
        {Object.entries(words).map(([by, word]) => (
          <option key={by} value={by}>
            {word}
          </option>
        ))}
      </SelectField>
      {value.by && (
        <TextField
          label={`${label}: bao nhiêu`}
          inputMode="text"
          autoComplete="off"
          value={value.value}
          onChange={({ target }) => onChange({ ...value, value: target.value })}
        />
      )}
    </div>
  );
}
