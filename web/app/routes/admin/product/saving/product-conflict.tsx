import type { Brand, Category } from 'contract/catalog/catalog';
import type { AdminProduct } from 'contract/catalog/products';
import { Button } from '~/components/form/button';
import { differences } from './product-differences';

interface ProductConflictProps {
  /** The product when the form was opened. */
  before: AdminProduct;
  /** The product as saved by another administrator. */
  after: AdminProduct;
  brands: readonly Brand[];
  categories: readonly Category[];
  /** Adopts the other version. */
  onReload: () => void;
  /** Overwrites the other version. */
  onTakeOver: () => void;
}

/** Resolves an edit conflict: shows the other changes and asks which version to keep. */
export function ProductConflict({ before, after, brands, categories, onReload, onTakeOver }: ProductConflictProps) {
  const titleIn = (entries: readonly { id: number; title: string }[]) => (id: number | null) =>
    entries.find((entry) => entry.id === id)?.title ?? '';
  const changes = differences(before, after, { brand: titleIn(brands), category: titleIn(categories) });
  return (
    <section role="alert" className="grid gap-3 rounded-lg border border-warn bg-warn-soft p-4">
      <h2 className="text-lg text-warn">Sản phẩm vừa được thay đổi ở nơi khác</h2>
      <p>Chưa lưu gì cả; những gì bạn đã nhập vẫn còn bên dưới. Người khác đã đổi:</p>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {changes.map(({ field, before: was, after: is }) => (
          <div key={field} className="contents">
            <dt className="font-medium">{field}</dt>
            <dd className="[overflow-wrap:anywhere]">
              <s className="text-muted">{short(was)}</s> → {short(is)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={onReload}>
          Dùng bản mới, bỏ thay đổi của tôi
        </Button>
        <Button onClick={onTakeOver}>Lưu bản của tôi đè lên</Button>
      </div>
    </section>
  );
}

const LONGEST = 120;
const short = (words: string) => (words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words || 'không có');
