import type { Brand, Category } from 'contract/catalog';
import type { AdminProduct } from 'contract/products';
import { Button } from '~/components/form/button';
import { differences } from './product-draft';

interface ProductConflictProps {
  /** As it was when the form was opened. */
  before: AdminProduct;
  /** As somebody else has made it. */
  after: AdminProduct;
  brands: readonly Brand[];
  categories: readonly Category[];
  /** Goes on from theirs. */
  onReload: () => void;
  /** Saves one's own over theirs. */
  onTakeOver: () => void;
}

/** Two have edited one product at once: shows what the other changed, and asks which is to be. */
export function ProductConflict({ before, after, brands, categories, onReload, onTakeOver }: ProductConflictProps) {
  const titleIn = (shelves: readonly { id: number; title: string }[]) => (id: number | null) =>
    shelves.find((shelf) => shelf.id === id)?.title ?? '';
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
