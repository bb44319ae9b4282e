import type { Product, SizeTable } from 'contract/catalog/catalog';
import { useState } from 'react';
import { Modal } from '~/components/overlay/modal';
import { adviseSize, hasBodies } from './advise-size';
import { typedBody } from '~/lib/storage/typed-body';
import { HowToMeasure } from './how-to-measure';
import { readHeight, readWeight } from './read-body';
import { SizeAdviser } from './size-adviser';
import { SizeTableView } from './size-table-view';

interface SizeGuideModalProps {
  product: Pick<Product, 'variants'>;
  table: SizeTable;
  /** The chosen colour. */
  color: number | null;
  /** Called with the id of a size that the shopper takes. */
  onChoose: (size: number) => void;
  onClose: () => void;
}

/** The size guide: the adviser, the table, and how to measure. A script of its own: import it on demand. */
export function SizeGuideModal({ product, table, color, onChoose, onClose }: SizeGuideModalProps) {
  const typed = typedBody.use();
  const [height, weight] = [readHeight(typed.height), readWeight(typed.weight)];
  const isWrong = typeof height === 'string' || typeof weight === 'string';
  /** The fields that the shopper has left, now or before: what is still being typed is not wrong yet. */
  const [left, setLeft] = useState({ height: typeof height === 'string', weight: typeof weight === 'string' });
  const advice = adviseSize(table, isWrong ? { height: null, weight: null } : { height, weight });
  return (
    <Modal title="Hướng dẫn chọn cỡ" shape="wide" width="max-w-2xl" onClose={onClose}>
      <div className="grid gap-6">
        {hasBodies(table) && (
          <SizeAdviser
            product={product}
            table={table}
            color={color}
            typed={typed}
            onType={(next) => typedBody.set(next)}
            onLeave={(field) => setLeft((before) => ({ ...before, [field]: true }))}
            errors={{
              height: left.height && typeof height === 'string' ? height : undefined,
              weight: left.weight && typeof weight === 'string' ? weight : undefined,
            }}
            advice={advice}
            onChoose={onChoose}
          />
        )}
        <SizeTableView table={table} marked={advice.sizes.map(({ id }) => id)} />
        <HowToMeasure measures={table.measures} />
      </div>
    </Modal>
  );
}
