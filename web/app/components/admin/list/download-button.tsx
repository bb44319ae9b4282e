import { Download } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf, type Query } from '~/api/http/client';
import { downloadFile } from '~/api/account/download';
import { Button } from '~/components/form/button';
import { saveBlob } from '~/components/display/save-file';
import { adminToast } from '../run-action';

interface DownloadButtonProps {
  /** The API path that returns the file. */
  path: string;
  /** The filters of the list beside it. */
  query?: Query;
  /** The name of the file. */
  name: string;
  children: string;
}

/** Downloads a file as the signed-in administrator. */
export function DownloadButton({ path, query, name, children }: DownloadButtonProps) {
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      saveBlob(name, await downloadFile(path, query));
    } catch (error) {
      adminToast(sentenceOf(error, 'Không thể tải tệp xuống. Vui lòng thử lại.'), 'danger');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="outline" size="sm" isBusy={isBusy} onClick={() => void download()}>
      {!isBusy && <Download aria-hidden="true" className="size-4" />}
      {children}
    </Button>
  );
}
