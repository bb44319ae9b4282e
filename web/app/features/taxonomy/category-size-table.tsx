import { useFetcher } from '@remix-run/react';
import type { Size, SizeTable } from 'contract/catalog/catalog';
import type { AdminTaxonomyItem } from 'contract/catalog/taxonomy';
import { useState } from 'react';
import { getCategorySizeTable } from '~/api/admin/taxonomy';
import { listSizes } from '~/api/catalog/catalog';
import { sentenceOf } from '~/api/http/client';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import type { ActionOutcome } from '~/components/admin/run-action';
import { useWhenDone } from '~/components/form/use-when-done';
import { Alert } from '~/components/feedback/alert';
import { FailedPart } from '~/components/feedback/failed-part';
import { Skeleton } from '~/components/feedback/skeleton';
import { Button } from '~/components/form/button';
import { useFirstPress } from '~/components/form/use-first-press';
import { Modal } from '~/components/overlay/modal';
import { useLoad } from '~/lib/use-load';
import { SizeTableEditor } from '~/features/size-table/size-table-editor';
import {
  EMPTY_TABLE,
  bodyOfTable,
  draftOfTable,
  errorsAtCells,
  tableErrors,
  type SizeTableDraft,
} from '~/features/size-table/size-table-draft';

/** The table in the dialog. */
interface OpenedTable {
  draft: SizeTableDraft;
  sizes: Size[];
  /** The table as it was loaded; null for none. */
  was: SizeTable | null;
  isDirty: boolean;
}

/** The dialog that edits the size table of a category. */
export function CategorySizeTableDialog({ entry, onClose }: { entry: AdminTaxonomyItem; onClose: () => void }) {
  const { opened, setDraft, failure, retry } = useLoadedTable(entry.id);
  const { save, isBusy, refused } = useSaveTable(entry, opened, onClose);
  const [isRemoving, setIsRemoving] = useState(false);
  const hasErrors = opened !== null && Object.keys(tableErrors(opened.draft)).length > 0;
  return (
    <>
      <Modal
        title={`Bảng kích thước của ${entry.title}`}
        shape="wide"
        width="max-w-4xl"
        guardsInput
        isDirty={opened?.isDirty}
        isBusy={isBusy}
        onClose={onClose}
        footer={
          <>
            {opened?.was && (
              <Button variant="quiet" className="mr-auto" disabled={isBusy} onClick={() => setIsRemoving(true)}>
                Xóa bảng
              </Button>
            )}
            <Button variant="quiet" disabled={isBusy} onClick={onClose}>
              Hủy
            </Button>
            <Button isBusy={isBusy} disabled={!opened || hasErrors} onClick={save}>
              Lưu bảng
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p className="text-sm text-muted">
            Bảng này hiện ở mọi sản phẩm của danh mục, trừ sản phẩm có bảng riêng. Ô có thể là một số như 84 hoặc một
            khoảng như 84-88. Cao và Nặng giúp khách được gợi ý cỡ.
          </p>
          {refused && <Alert tone="danger">{refused.detail}</Alert>}
          {failure !== null && <FailedPart onRetry={retry}>{failure}</FailedPart>}
          {opened && (
            <SizeTableEditor
              draft={opened.draft}
              onChange={setDraft}
              sizes={opened.sizes}
              errors={errorsAtCells(refused?.fields ?? {})}
            />
          )}
          {!opened && failure === null && <Skeleton className="h-64 w-full" />}
        </div>
      </Modal>
      {isRemoving && <RemoveTableDialog entry={entry} onDone={onClose} onClose={() => setIsRemoving(false)} />}
    </>
  );
}

interface RemoveTableDialogProps {
  entry: AdminTaxonomyItem;
  onDone: () => void;
  onClose: () => void;
}

const RemoveTableDialog = ({ entry: { id, title }, onDone, onClose }: RemoveTableDialogProps) => (
  <ConfirmDialog
    title={`Xóa bảng kích thước của ${title}?`}
    confirm="Xóa bảng"
    isDanger
    fields={{ intent: 'no-sizes', id, title }}
    onClose={onClose}
    onDone={onDone}
  >
    <p>Sản phẩm của danh mục không còn bảng kích thước, trừ sản phẩm có bảng riêng. Không thể hoàn tác.</p>
  </ConfirmDialog>
);

/** Posts the table to the page. @returns `refused`, the failure of the last save */
function useSaveTable({ id, title }: AdminTaxonomyItem, opened: OpenedTable | null, onDone: () => void) {
  const fetcher = useFetcher<ActionOutcome>();
  const isFirstPress = useFirstPress(fetcher);
  useWhenDone(fetcher, onDone);
  function save() {
    if (!opened || !isFirstPress()) return;
    const [table, was] = [JSON.stringify(bodyOfTable(opened.draft)), JSON.stringify(opened.was)];
    fetcher.submit({ intent: 'sizes', id, title, table, was }, { method: 'post' });
  }
  const refused = fetcher.data?.isDone === false ? fetcher.data.failure : undefined;
  return { save, isBusy: fetcher.state !== 'idle', refused };
}

async function loadTable(category: number, signal: AbortSignal) {
  const [{ size_table: was }, sizes] = await Promise.all([getCategorySizeTable(category, signal), listSizes(signal)]);
  return { draft: draftOfTable(was) ?? EMPTY_TABLE, sizes, was };
}

/** Loads the table and the sizes of the shop, and keeps the changes. */
function useLoadedTable(category: number) {
  const { data, error, retry } = useLoad(category, loadTable);
  const [changed, setDraft] = useState<SizeTableDraft>();
  const opened = data ? { ...data, draft: changed ?? data.draft, isDirty: changed !== undefined } : null;
  const failure = error === undefined ? null : sentenceOf(error, 'Không thể tải bảng kích thước.');
  return { opened, failure, setDraft, retry };
}
