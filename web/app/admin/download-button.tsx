import { Download } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf, type Query } from '~/api/client';
import { downloadFile } from '~/api/download';
import { Button } from '~/ui/button';
import { saveBlob } from '~/ui/save-file';
import { adminToast } from './act';

interface DownloadButtonProps {
  /** The call that answers with the file. */
  path: string;
  /** The filters of the list it stands beside. */
  query?: Query;
  /** What the file is called. */
  name: string;
  children: string;
}

/** Fetches a file as the signed-in administrator and hands it over. */
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
