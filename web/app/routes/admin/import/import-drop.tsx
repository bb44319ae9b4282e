import { Link, useNavigate } from '@remix-run/react';
import { MAX_IMPORT_BYTES } from 'contract/rules';
import { FileUp } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { sentenceOf } from '~/api/http/client';
import { uploadImport } from '~/api/admin/imports';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { FileInput } from '~/components/form/file-input';
import { ProgressBar } from '~/components/feedback/progress-bar';
import { toast } from '~/components/feedback/toast';
import { useIsMounted } from '~/lib/use-is-mounted';
import { IMPORT_COLUMNS } from './import-labels';

/** A drop zone that uploads a file. The page then shows the file under its own URL. */
export function ImportDrop() {
  const { sent, error, send } = useImportUpload();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  return (
    <section aria-label="Nhập sản phẩm từ tệp CSV" className="grid gap-3">
      <div
        onDragOver={over}
        onDragLeave={over}
        onDrop={(event) => {
          over(event);
          const file = event.dataTransfer.files[0];
          if (file && sent === null) void send(file);
        }}
        className={`grid justify-items-center gap-3 rounded-lg border border-dashed px-4 py-7 text-center transition-colors ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'}`}
      >
        <FileUp aria-hidden="true" className="size-7 text-muted" />
        <p>Kéo tệp CSV sản phẩm của Shopify vào đây, hoặc</p>
        <Button isBusy={sent !== null} onClick={() => input.current?.click()}>
          Chọn tệp CSV
        </Button>
        <p className="text-sm text-muted">
          UTF-8, tối đa {MAX_IMPORT_BYTES / 1024 / 1024} MB. Tệp được kiểm tra trước; chưa có gì thay đổi cho đến khi
          bạn xác nhận.
        </p>
        <FileInput inputRef={input} label="Tệp CSV" accept=".csv,text/csv" onChoose={([file]) => void send(file!)} />
      </div>
      {sent !== null && <ProgressBar label="Đang tải tệp lên" value={sent} />}
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <details className="text-sm">
        <summary className="w-fit cursor-pointer underline underline-offset-4">Những cột được đọc</summary>
        <dl className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-[max-content_1fr]">
          {IMPORT_COLUMNS.map(([column, meaning]) => (
            <div key={column} className="contents">
              <dt className="font-medium max-sm:mt-1">{column}</dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

function useImportUpload() {
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  async function send(file: File) {
    setError(null);
    if (file.size > MAX_IMPORT_BYTES) {
      return setError(`Kích thước file không được vượt quá ${MAX_IMPORT_BYTES / 1024 / 1024}MB`);
    }
    setSent(0);
    try {
      const { id } = await uploadImport(file, setSent);
      const address = `/admin/import?id=${id}`;
      if (isMounted.current) navigate(address, { preventScrollReset: true });
      else toast('Đã tải tệp lên.', { action: <ToFile address={address} /> });
    } catch (failure) {
      setError(sentenceOf(failure, 'Không thể tải tệp lên. Vui lòng thử lại.'));
    } finally {
      setSent(null);
    }
  }
  return { sent, error, send };
}

const ToFile = ({ address }: { address: string }) => (
  <Link to={address} className="font-medium text-accent underline underline-offset-4">
    Xem tệp
  </Link>
);
