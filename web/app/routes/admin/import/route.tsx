import { Link, replace, useLoaderData, useRevalidator, type ClientActionFunctionArgs } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { Import, ImportLineKind, ImportState } from 'contract/catalog/imports';
import { formatNumber } from 'contract/rules';
import { useEffect } from 'react';
import { adminLoader, runAction, loadPage } from '~/components/admin/run-action';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { DownloadButton } from '~/components/admin/list/download-button';
import { ImportDrop } from './import-drop';
import { ImportReport } from './import-report';
import { IMPORT_KINDS, IMPORT_STATES } from './import-labels';
import { LIST_PAGE_SIZE, pageOf } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { failedWith } from '~/api/http/client';
import { EXPORT_PATH, discardImport, getImport, listImportLines, listImports, startImport } from '~/api/admin/imports';
import { adminPage } from '~/components/shop/page-title';
import { Badge } from '~/components/display/badge';
import { formatTime } from '~/components/display/date';
import { Empty } from '~/components/feedback/empty';
import { textOf } from '~/components/form/form-text';

export const meta = adminPage('Nhập / xuất');

const MAX_LINES = 100;
/** Polling interval while a file is being checked or imported. */
const POLL_MS = 1_000;

const isUnderWay = (state: ImportState) => state === 'checking' || state === 'importing';

export const clientLoader = adminLoader(async ({ request }) => {
  const { searchParams } = new URL(request.url);
  const loaded = await loadPage(
    request,
    async (signal) => {
      const list = await listImports({ page: pageOf(searchParams), page_size: LIST_PAGE_SIZE }, signal);
      const file = await loadChosen(list, Number(searchParams.get('id')), signal);
      if (!file) return { list, report: null };
      const kind = kindOf(file, searchParams.get('kind'));
      const lines = await listImportLines(file.id, { kind, page: 1, page_size: MAX_LINES }, signal);
      return { list, report: { file, kind, lines } };
    },
    'Không thể tải các lần nhập.',
  );
  // The report stays when its import ends or another file comes.
  const chosen = loaded.data?.report?.file;
  if (chosen && !searchParams.has('id')) throw replace(`/admin/import?${withId(searchParams, chosen.id)}`);
  return loaded;
});

function withId(params: URLSearchParams, id: number): string {
  const all = new URLSearchParams(params);
  all.set('id', String(id));
  return all.toString();
}

/** The file in the URL, else one that is running or waits for a confirmation, else the newest if it was not imported. */
async function loadChosen({ results, page }: Page<Import>, id: number, signal: AbortSignal): Promise<Import | null> {
  if (!Number.isInteger(id) || id < 1) {
    const newest = page === 1 && results[0]?.state !== 'done' ? results[0] : undefined;
    return results.find(({ state }) => isUnderWay(state) || state === 'ready') ?? newest ?? null;
  }
  try {
    return await getImport(id, signal);
  } catch (error) {
    if (failedWith(error, 404)) return null;
    throw error;
  }
}

/** The kind of lines in the URL, else the most important one. */
function kindOf({ counts }: Import, wanted: string | null): ImportLineKind {
  const isKind = (word: string | null): word is ImportLineKind => word !== null && word in IMPORT_KINDS;
  if (isKind(wanted)) return wanted;
  if (counts.errors > 0) return 'error';
  return counts.updated > 0 ? 'updated' : counts.created > 0 ? 'created' : 'warning';
}

/** Starts or discards an import. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const id = Number(textOf(form, 'id'));
  switch (textOf(form, 'intent')) {
    case 'start':
      return runAction(request, () => startImport(id), {
        done: 'Đã bắt đầu nhập sản phẩm.',
        otherwise: 'Không thể nhập tệp này.',
      });
    default:
      return runAction(request, () => discardImport(id), { done: 'Đã bỏ tệp.', otherwise: 'Không thể bỏ tệp này.' });
  }
}

export const HydrateFallback = () => <ImportPage loaded={undefined} />;

type Loaded = Awaited<ReturnType<typeof clientLoader>>;

export default function ImportRoute() {
  const loaded = useLoaderData<typeof clientLoader>();
  const { list, report } = loaded.data ?? {};
  usePolling([...(list?.results ?? []), ...(report ? [report.file] : [])].some(({ state }) => isUnderWay(state)));
  return <ImportPage loaded={loaded} />;
}

function usePolling(isWanted: boolean) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWanted || state !== 'idle') return;
    const timer = setTimeout(revalidate, POLL_MS);
    return () => clearTimeout(timer);
  }, [isWanted, revalidate, state]);
}

function ImportPage({ loaded }: { loaded: Loaded | undefined }) {
  const report = loaded?.data?.report;
  return (
    <AdminPage
      title="Nhập / xuất"
      actions={
        <DownloadButton path={EXPORT_PATH} name="san-pham.csv">
          Xuất sản phẩm (CSV)
        </DownloadButton>
      }
    >
      <ImportDrop />
      {report && <ImportReport key={report.file.id} {...report} />}
      <h2 className="mt-2 text-base font-medium">Các lần nhập</h2>
      <ListBody
        list={loaded && (loaded.data ? { data: loaded.data.list, error: null } : loaded)}
        empty={
          <Empty title="Chưa nhập tệp nào">Xuất sản phẩm để có một tệp mẫu, sửa trong bảng tính rồi nhập lại.</Empty>
        }
      >
        {(rows) => <DataTable caption="Các lần nhập, mới nhất trước" columns={COLUMNS} rows={rows} />}
      </ListBody>
    </AdminPage>
  );
}

const COLUMNS: readonly Column<Import>[] = [
  {
    label: 'Thời gian',
    cell: ({ created_at: at }) => <span className="whitespace-nowrap text-muted tabular">{formatTime(at)}</span>,
  },
  {
    label: 'Tệp',
    cell: ({ id, file_name }) => (
      <Link to={`/admin/import?id=${id}`} className="font-medium underline underline-offset-4 [overflow-wrap:anywhere]">
        {file_name}
      </Link>
    ),
  },
  { label: 'Người nhập', cell: ({ user }) => user.username, isMinor: true },
  { label: 'Trạng thái', cell: (file) => <State file={file} /> },
  { label: 'Thêm', cell: ({ counts }) => formatNumber(counts.created), isNumber: true },
  { label: 'Cập nhật', cell: ({ counts }) => formatNumber(counts.updated), isNumber: true },
  { label: 'Không đổi', cell: ({ counts }) => formatNumber(counts.unchanged), isNumber: true, isMinor: true },
  { label: 'Lỗi', cell: ({ counts }) => formatNumber(counts.errors), isNumber: true },
];

function State({ file: { state, failure } }: { file: Import }) {
  const { label, tone, icon: Icon } = IMPORT_STATES[state];
  return (
    <>
      <Badge tone={tone}>
        <Icon aria-hidden="true" className="size-3" />
        {label}
      </Badge>
      {failure !== null && (
        <span className="mt-1 block sm:min-w-40 text-muted [overflow-wrap:anywhere]">{failure}</span>
      )}
    </>
  );
}
