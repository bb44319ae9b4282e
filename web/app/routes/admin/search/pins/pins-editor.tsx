import { ArrowDown, ArrowUp, ChevronsDown, Pin, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { IconButton } from '~/components/admin/buttons';
import { Skeleton } from '~/components/feedback/skeleton';
import { TextField } from '~/components/form/field';
import { PinnableRow } from './pinnable-row';
import { addPin, movePin, previewOf, removePin, type PinnableProduct, type PinsDraft } from './pins-draft';
import { useResults, type Results } from '../use-results';

const FOUND = 6;
const PREVIEWED = 24;

interface PinsEditorProps {
  query: string;
  saved: PinsDraft;
  draft: PinsDraft;
  onChange: (draft: PinsDraft) => void;
}

/** Chooses products by a search box or from the result, orders them, and shows what the query will find. */
export function PinsEditor({ query, saved, draft, onChange }: PinsEditorProps) {
  const result = useResults(query, PREVIEWED);
  const isChosen = ({ id }: PinnableProduct) => [...draft.pinned, ...draft.buried].some((one) => one.id === id);
  const add = (product: PinnableProduct) => <AddToLists product={product} draft={draft} onChange={onChange} />;
  const remove = ({ id, name }: PinnableProduct) => (
    <PinButton icon={X} label={`Bỏ ${name}`} onClick={() => onChange(removePin(draft, id))} />
  );
  return (
    <>
      <ProductSearch>{add}</ProductSearch>
      <Group title="Ghim lên đầu" empty="Chưa ghim món nào.">
        {draft.pinned.map((product, place) => (
          <PinnableRow key={product.id} product={product} place={place + 1}>
            <PinButton
              icon={ArrowUp}
              label={`Đưa ${product.name} lên`}
              disabled={place === 0}
              onClick={() => onChange(movePin(draft, product.id, -1))}
            />
            <PinButton
              icon={ArrowDown}
              label={`Đưa ${product.name} xuống`}
              disabled={place === draft.pinned.length - 1}
              onClick={() => onChange(movePin(draft, product.id, 1))}
            />
            {remove(product)}
          </PinnableRow>
        ))}
      </Group>
      <Group title="Đẩy xuống cuối" empty="Chưa đẩy món nào xuống.">
        {draft.buried.map((product) => (
          <PinnableRow key={product.id} product={product} children={remove(product)} />
        ))}
      </Group>
      <Group title="Kết quả sau khi lưu" empty={null}>
        <ResultList results={result} none="Từ khóa này chưa thấy sản phẩm nào.">
          {(products) =>
            previewOf(products, saved, draft)
              .slice(0, PREVIEWED)
              .map((product, place) => (
                <PinnableRow key={product.id} product={product} place={place + 1}>
                  {isChosen(product) ? null : add(product)}
                </PinnableRow>
              ))
          }
        </ResultList>
      </Group>
    </>
  );
}

/** Finds products to choose. @param children the buttons of a product */
function ProductSearch({ children: buttonsOf }: { children: (product: PinnableProduct) => ReactNode }) {
  const [search, setSearch] = useState('');
  const found = useResults(search, FOUND);
  return (
    <div>
      <TextField
        label="Tìm sản phẩm để chọn"
        type="search"
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        // Enter would save the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ResultList results={found} none="Không thấy sản phẩm nào.">
        {(products) =>
          products.map((product) => <PinnableRow key={product.id} product={product} children={buttonsOf(product)} />)
        }
      </ResultList>
    </div>
  );
}

/** The buttons that put a product into a list. */
function AddToLists({
  product,
  draft,
  onChange,
}: Pick<PinsEditorProps, 'draft' | 'onChange'> & { product: PinnableProduct }) {
  return (
    <>
      <PinButton
        icon={Pin}
        label={`Ghim lên đầu: ${product.name}`}
        onClick={() => onChange(addPin(draft, 'pinned', product))}
      />
      <PinButton
        icon={ChevronsDown}
        label={`Đẩy xuống cuối: ${product.name}`}
        onClick={() => onChange(addPin(draft, 'buried', product))}
      />
    </>
  );
}

function Group({ title, empty, children }: { title: string; empty: string | null; children: ReactNode }) {
  const id = useId();
  const isEmpty = Array.isArray(children) && children.length === 0;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-sm font-medium">
        {title}
      </h3>
      {isEmpty ? (
        <p className="py-1.5 text-sm text-muted">{empty}</p>
      ) : Array.isArray(children) ? (
        <ul>{children}</ul>
      ) : (
        children
      )}
    </section>
  );
}

interface ResultListProps {
  results: Results;
  /** Shown when nothing is found. */
  none: string;
  children: (products: readonly PinnableProduct[]) => ReactNode[];
}

function ResultList({ results, none, children }: ResultListProps) {
  if (results.state === 'none') return null;
  if (results.state === 'loading') return <Skeleton className="mt-2 h-24 w-full" />;
  if (results.state === 'failed') return <p className="py-1.5 text-sm text-signal">{results.error}</p>;
  const rows = children(results.page.results);
  return rows.length === 0 ? <p className="py-1.5 text-sm text-muted">{none}</p> : <ul>{rows}</ul>;
}

const PinButton = (button: Parameters<typeof IconButton>[0]) => (
  <IconButton className="px-2!" title={button.label} {...button} />
);
