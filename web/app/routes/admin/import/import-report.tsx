import { Link } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { Import, ImportLine, ImportLineKind } from 'contract/catalog/imports';
import { formatNumber } from 'contract/rules';
import { useState } from 'react';
import { problemsPath } from '~/api/admin/imports';
import { Alert } from '~/components/feedback/alert';
import { Badge } from '~/components/display/badge';
import { Button } from '~/components/form/button';
import { ProgressBar } from '~/components/feedback/progress-bar';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { DownloadButton } from '~/components/admin/list/download-button';
import { IMPORT_FIELDS, IMPORT_KINDS, IMPORT_STATES } from './import-labels';
import { hrefWith, useListAddress } from '~/components/admin/list/list-url';

interface ImportReportProps {
  file: Import;
  kind: ImportLineKind;
  lines: Page<ImportLine>;
}

/** The state of an import, with its counts and the report on its lines. */
export function ImportReport({ file, kind, lines }: ImportReportProps) {
  const { label, tone, icon: Icon } = IMPORT_STATES[file.state];
  const isCleaned = areLinesGone({ file, kind, lines });
  return (
    <section aria-label={`Tệp ${file.file_name}`} className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-medium [overflow-wrap:anywhere]">{file.file_name}</h2>
        <Badge tone={tone}>
          <Icon aria-hidden="true" className="size-3" />
          {label}
        </Badge>
      </div>
      <Progress file={file} />
      {file.state !== 'checking' && <Counts file={file} kind={kind} />}
      {file.failure !== null && <Alert tone={file.state === 'failed' ? 'danger' : 'warning'}>{file.failure}</Alert>}
      {file.state === 'refused' && (
        <Alert tone="warning">Chưa có gì thay đổi. Hãy sửa các lỗi dưới đây trong tệp rồi tải lên lại.</Alert>
      )}
      {lines.count > 0 && <Lines kind={kind} lines={lines} />}
      {isCleaned && (
        <p className="text-sm text-muted">
          Chi tiết từng dòng của lần nhập này đã quá hạn lưu và được xóa. Các con số ở trên vẫn còn.
        </p>
      )}
      <Steps file={file} isCleaned={isCleaned} />
    </section>
  );
}

/** True when the report had lines of this kind, and the nightly run has deleted them. */
function areLinesGone({ file: { state, counts }, kind, lines }: ImportReportProps): boolean {
  const { created, updated, errors: error, warnings: warning } = counts;
  const isOver = state === 'done' || state === 'failed' || state === 'refused';
  return isOver && lines.count === 0 && { created, updated, error, warning }[kind] > 0;
}

function Progress({ file: { state, progress } }: { file: Import }) {
  if (state === 'checking') return <ProgressBar label="Đang kiểm tra tệp" value={progress} />;
  if (state === 'importing') return <ProgressBar label="Đang nhập sản phẩm" value={progress} />;
  return null;
}

/** The number of lines of each kind, linked to them. */
function Counts({ file: { counts, state }, kind }: { file: Import; kind: ImportLineKind }) {
  const address = useListAddress();
  // A failed import has written what it counts; a failed check has no counts.
  const isDone = state === 'done' || state === 'importing' || state === 'failed';
  const figures: [string, number, ImportLineKind | null][] = [
    [isDone ? 'Đã thêm mới' : 'Sẽ thêm mới', counts.created, 'created'],
    [isDone ? 'Đã cập nhật' : 'Sẽ cập nhật', counts.updated, 'updated'],
    ['Không đổi', counts.unchanged, null],
    ['Lỗi', counts.errors, 'error'],
    ['Cảnh báo', counts.warnings, 'warning'],
  ];
  return (
    <dl className="flex flex-wrap gap-2">
      {figures.map(([label, count, of]) => (
        <div
          key={label}
          className={`min-w-28 rounded-md border px-3 py-2 ${of === kind && count > 0 ? 'border-ink' : 'border-line'}`}
        >
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-lg tabular">
            {of !== null && count > 0 ? (
              <Link
                to={hrefWith(address, { kind: of, page: null })}
                preventScrollReset
                aria-label={`${label}: ${formatNumber(count)}`}
                aria-current={of === kind ? 'true' : undefined}
                className="underline underline-offset-4"
              >
                {formatNumber(count)}
              </Link>
            ) : (
              formatNumber(count)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const LINE: Column<ImportLine> = { label: 'Dòng', cell: ({ line }) => formatNumber(line), isNumber: true };
const PROBLEM_COLUMNS: readonly Column<ImportLine>[] = [
  LINE,
  { label: 'Cột', cell: ({ column }) => column ?? 'Cả dòng' },
  { label: 'Nội dung', cell: ({ message }) => <span className="[overflow-wrap:anywhere]">{message}</span> },
];
const PRODUCT_COLUMNS: readonly Column<ImportLine>[] = [
  LINE,
  { label: 'Sản phẩm', cell: ({ message }) => message },
  { label: 'Thay đổi', cell: ({ fields }) => fields.map((field) => IMPORT_FIELDS[field]).join(', ') || 'thêm mới' },
];

function Lines({ kind, lines: { results, count } }: Omit<ImportReportProps, 'file'>) {
  return (
    <div className="grid gap-2">
      <div className="max-h-96 overflow-y-auto">
        <DataTable
          caption={IMPORT_KINDS[kind]}
          columns={kind === 'error' || kind === 'warning' ? PROBLEM_COLUMNS : PRODUCT_COLUMNS}
          rows={results}
        />
      </div>
      {results.length < count && (
        <p className="text-sm text-muted">Hiện {formatNumber(results.length)} dòng đầu tiên.</p>
      )}
    </div>
  );
}

/** The actions that are possible in the import's state. */
function Steps({ file, isCleaned }: { file: Import; isCleaned: boolean }) {
  const { id, state, counts, file_name, failure } = file;
  const isIdle = state === 'ready' || state === 'refused' || state === 'failed';
  /** It waits for the media store, and says so. */
  const isWaiting = (state === 'checking' || state === 'importing') && failure !== null;
  const [isAsking, setAsking] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const count = counts.created + counts.updated;
  const todo = `Nhập ${formatNumber(count)} sản phẩm`;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === 'ready' && count > 0 && <Button onClick={() => setAsking(true)}>{todo}</Button>}
      {state === 'ready' && count === 0 && (
        <p className="text-muted">Không có gì để nhập: mọi sản phẩm đã đúng như trong tệp.</p>
      )}
      {counts.errors + counts.warnings > 0 && state !== 'checking' && !isCleaned && (
        <DownloadButton path={problemsPath(id)} name={`loi-nhap-${id}.csv`}>
          Tải danh sách lỗi
        </DownloadButton>
      )}
      {(isIdle || isWaiting) && (
        <Button variant="quiet" size="sm" onClick={() => setDiscarding(true)}>
          Bỏ tệp này
        </Button>
      )}
      {isDiscarding && (
        <ConfirmDialog
          title={`Bỏ ${file_name}?`}
          confirm="Bỏ tệp"
          isDanger
          fields={{ intent: 'discard', id }}
          onClose={() => setDiscarding(false)}
        >
          <p>Tệp và kết quả kiểm tra bị xóa. Muốn nhập lại thì phải tải tệp lên lần nữa.</p>
        </ConfirmDialog>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Nhập ${file_name}?`}
          confirm={todo}
          fields={{ intent: 'start', id }}
          onClose={() => setAsking(false)}
        >
          <p>
            Thêm mới {formatNumber(counts.created)}, cập nhật {formatNumber(counts.updated)} sản phẩm. Giá và tồn kho
            trong cửa hàng sẽ đúng như trong tệp, kể cả tồn kho của những sản phẩm đang được mua.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
