import { MAX_PINS, MAX_SEARCH_QUERY } from 'contract/rules';
import { useState } from 'react';
import { getQueryPins } from '~/api/admin/search';
import { sentenceOf } from '~/api/http/client';
import { FormPanel } from '~/components/admin/form-panel';
import { Alert } from '~/components/feedback/alert';
import { FailedPart } from '~/components/feedback/failed-part';
import { Skeleton } from '~/components/feedback/skeleton';
import { TextField } from '~/components/form/field';
import { PinsEditor } from './pins-editor';
import type { PinsDraft } from './pins-draft';
import { useDebounced } from '~/lib/use-debounced';
import { useLoad } from '~/lib/use-load';

/** What the owner chose instead of the saved products, and the query for which they began to choose. */
interface Chosen {
  draft: PinsDraft;
  since: string;
}

/**
 * The products that come first and last for a query, as a form.
 * @param query null: the owner types it
 */
export function PinsPanel({ query: given, onClose }: { query: string | null; onClose: () => void }) {
  const [typed, setTyped] = useState(given ?? '');
  const [chosen, setChosen] = useState<Chosen>();
  const query = useDebounced(typed.trim());
  const { data, error, retry } = useLoad(query || null, getQueryPins);
  const saved = typed.trim() === query ? data : undefined;
  const draft = chosen?.draft ?? saved ?? NONE;
  return (
    <FormPanel
      title={given ? `Kết quả của “${given}”` : 'Ghim sản phẩm'}
      submit="Lưu"
      intent="pin"
      isDirty={chosen !== undefined}
      onClose={onClose}
    >
      {({ errors }) => (
        <>
          <TextField
            label="Từ khóa"
            required
            readOnly={given !== null}
            maxLength={MAX_SEARCH_QUERY}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            error={errors.query ?? errors.pinned ?? errors.buried}
            hint={`Khách gõ không dấu cũng nhận ra. Tối đa ${MAX_PINS} sản phẩm.`}
          />
          {/* Only what is shown is saved, not a query whose products are still being loaded. */}
          <input type="hidden" name="query" value={saved ? query : ''} />
          <input type="hidden" name="pinned" value={idsOf(draft.pinned)} />
          <input type="hidden" name="buried" value={idsOf(draft.buried)} />
          {saved && <input type="hidden" name="was_pinned" value={idsOf(saved.pinned)} />}
          {saved && <input type="hidden" name="was_buried" value={idsOf(saved.buried)} />}
          {query !== '' && !data && !error && <Skeleton className="h-40 w-full" />}
          {error !== undefined && (
            <FailedPart onRetry={retry}>{sentenceOf(error, 'Không thể tải sản phẩm đã ghim.')}</FailedPart>
          )}
          {saved && chosen && chosen.since !== query && !isEmpty(saved) && (
            <Alert tone="warning">
              “{query}” đã có sản phẩm ghim hoặc đẩy xuống. Lưu sẽ thay chúng bằng lựa chọn dưới đây.
            </Alert>
          )}
          {saved && (
            <PinsEditor
              query={query}
              saved={saved}
              draft={draft}
              onChange={(next) => setChosen({ draft: next, since: chosen?.since ?? query })}
            />
          )}
        </>
      )}
    </FormPanel>
  );
}

const NONE: PinsDraft = { pinned: [], buried: [] };
const isEmpty = ({ pinned, buried }: PinsDraft) => pinned.length + buried.length === 0;
const idsOf = (products: PinsDraft['pinned']) => products.map(({ id }) => id).join(',');
