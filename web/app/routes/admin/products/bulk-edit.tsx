import type { BulkEdit } from 'contract/catalog/bulk-edit';
import type { ProductFilter } from 'contract/catalog/products';
import { PRICE_STEP, formatNumber, type PriceChange } from 'contract/rules';
import { useState } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { SelectField, TextField } from '~/components/form/field';
import { Modal } from '~/components/overlay/modal';
import { withoutSeparators } from '~/components/form/typed-number';
import { BulkPreview } from './bulk-preview';
import { useBulkEdit } from './use-bulk-edit';

/** The products to change: the selected ones, or all that match the table's filters. */
export type BulkTarget = { ids: number[] } | { filter: ProductFilter; count: number };

interface BulkEditPanelProps {
  target: BulkTarget;
  onClose: () => void;
}

const PRICE_WORDS: Record<PriceChange, string> = {
  set: 'Đặt giá mới (VND)',
  add: 'Cộng thêm, hoặc trừ (VND)',
  percent: 'Tăng, hoặc giảm (%)',
};

const UNANSWERED =
  'Không nhận được phản hồi: có thể giá và tồn kho đã thay đổi. Bấm “Thử lại”: không mục nào bị sửa hai lần.';

/** Changes prices and stock of many products after a preview. */
export function BulkEditPanel({ target, onClose }: BulkEditPanelProps) {
  const [price, setPrice] = useState({ by: '', value: '' });
  const [stock, setStock] = useState({ by: '', value: '' });
  const edit = useBulkEdit(JSON.stringify(editOf(target, price, stock)), onClose);
  const { isApplying, isUnanswered, outcome, failure } = edit;
  const count = 'ids' in target ? target.ids.length : target.count;
  return (
    <Modal
      shape="side"
      guardsInput
      isBusy={isApplying}
      width="max-w-2xl"
      title="Sửa hàng loạt"
      onClose={onClose}
      footer={
        <>
          <Button
            variant="outline"
            disabled={(!price.by && !stock.by) || isApplying || isUnanswered}
            isBusy={edit.isPreviewing}
            onClick={edit.show}
          >
            Xem trước
          </Button>
          <Button disabled={!outcome?.changed && !isUnanswered} isBusy={isApplying} onClick={edit.apply}>
            {isUnanswered ? 'Thử lại' : outcome?.changed ? `Thay đổi ${formatNumber(outcome.changed)} mục` : 'Thay đổi'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          {'ids' in target
            ? `${formatNumber(count)} sản phẩm đã chọn.`
            : `Tất cả ${formatNumber(count)} sản phẩm trong danh sách đang lọc.`}
        </p>
        {(isUnanswered || failure) && <Alert tone="danger">{isUnanswered ? UNANSWERED : failure?.detail}</Alert>}
        <fieldset disabled={isApplying} className="grid gap-4">
          <Change label="Giá" value={price} onChange={setPrice} words={PRICE_WORDS} />
          {price.by === 'percent' && (
            <p className="text-sm text-muted">Giá mới được làm tròn đến {formatNumber(PRICE_STEP)} VND.</p>
          )}
          <Change
            label="Tồn kho"
            value={stock}
            onChange={setStock}
            words={{ set: 'Đặt số lượng mới', add: 'Cộng thêm, hoặc bớt' }}
          />
        </fieldset>
        {outcome ? (
          <BulkPreview outcome={outcome} />
        ) : (
          !isUnanswered && (
            <p className="text-sm text-muted">Xem trước để biết từng mục sẽ thành bao nhiêu. Chưa có gì được lưu.</p>
          )
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
