import { Download } from 'lucide-react';
import { qrPicture } from '~/components/display/qr-matrix';
import { saveBlob } from '~/components/display/save-file';
import { toast } from '~/components/feedback/toast';
import { Button } from '~/components/form/button';

/**
 * Saves a QR code as a picture: the phone that shows it cannot scan it, but its bank's app reads it from the photos. A phone gets it
 * by the share sheet, which alone leads to its photos.
 */
export function SaveQrButton({ text, name }: { text: string; name: string }) {
  async function save() {
    try {
      const picture = await qrPicture(text, name);
      if (isPhone() && canShare(picture)) await navigator.share({ files: [picture] });
      else saveBlob(name, picture);
    } catch (error) {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast('Không lưu được mã QR. Bạn có thể chụp màn hình.', { tone: 'danger' });
    }
  }
  return (
    <Button variant="outline" size="sm" onClick={() => void save()}>
      <Download aria-hidden="true" className="size-4" />
      Lưu mã QR
    </Button>
  );
}

const isPhone = () => window.matchMedia('(pointer: coarse)').matches;

/** Absent in some browsers, and on pages without TLS. */
const canShare = (file: File) => (navigator as Partial<Navigator>).canShare?.({ files: [file] }) ?? false;
