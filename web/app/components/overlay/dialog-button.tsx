import { useState, type ReactNode } from 'react';
import { toast } from '~/components/feedback/toast';
import { loadChunk } from '~/lib/chunk';
import { reloadPage } from '~/lib/reload-page';

interface DialogButtonProps<Dialog> {
  /** Imports the dialog's component. */
  load: () => Promise<Dialog>;
  /** Renders the loaded dialog; `close` unmounts it. */
  render: (dialog: Dialog, close: () => void) => ReactNode;
  label?: string;
  className: string;
  children: ReactNode;
}

/** Loads that have failed. Once more, the script is gone, or the browser remembers the failure: a reload helps. */
const failed = new WeakSet<() => unknown>();

const Reload = () => (
  <button type="button" onClick={reloadPage} className="font-medium underline underline-offset-4">
    Tải lại trang
  </button>
);

/** A button that opens a dialog whose script is loaded on demand: most shoppers never open it. */
export function DialogButton<Dialog extends object>({
  load,
  render,
  label,
  className,
  children,
}: DialogButtonProps<Dialog>) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [isLoading, setLoading] = useState(false);

  async function open() {
    setLoading(true);
    try {
      const loaded = await loadChunk(load);
      setDialog(() => loaded);
      failed.delete(load);
    } catch {
      toast('Không thể mở. Vui lòng kiểm tra kết nối mạng rồi thử lại.', {
        tone: 'danger',
        action: failed.has(load) && navigator.onLine && <Reload />,
      });
      failed.add(load);
    } finally {
      setLoading(false);
    }
  }

  return (
    <>
      <button
        type="button"
        data-early
        aria-haspopup="dialog"
        aria-label={label}
        aria-busy={isLoading}
        onClick={() => void open()}
        onPointerEnter={() => void load().catch(() => {})}
        className={`noscript:hidden aria-busy:opacity-60 ${className}`}
      >
        {children}
      </button>
      {dialog && render(dialog, () => setDialog(null))}
    </>
  );
}
