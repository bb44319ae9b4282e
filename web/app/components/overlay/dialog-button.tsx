import { useState, type ReactNode } from 'react';
import { toast } from '~/components/feedback/toast';
import { loadChunk } from '~/lib/chunk';

interface DialogButtonProps<Dialog> {
  /** Imports the dialog's component. */
  load: () => Promise<Dialog>;
  /** Renders the loaded dialog; `close` unmounts it. */
  render: (dialog: Dialog, close: () => void) => ReactNode;
  label?: string;
  className: string;
  children: ReactNode;
}

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
    } catch {
      toast('Không thể mở. Vui lòng kiểm tra kết nối mạng rồi thử lại.', { tone: 'danger' });
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
