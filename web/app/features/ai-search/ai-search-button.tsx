import { NavigationType, useLocation, useNavigationType } from '@remix-run/react';
import { Camera } from 'lucide-react';
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { Spinner } from '~/components/feedback/spinner';
import { toast } from '~/components/feedback/toast';
import { keptSearch } from './ai-search-memory';

/** A file of its own, which no page needs to be read: it comes when somebody reaches for the button. */
const load = () => import('./ai-search-modal');
const loadAhead = () => void load().catch(() => {});

/** Long enough to read it and press its button. */
const FAILURE_MS = 10_000;

/**
 * The AI search of a page: whether it is on its way, how to open it, and the open dialog. It opens by itself when the
 * shopper comes back, from one of its products, to where they searched.
 */
export function useAiSearchDialog() {
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  const [isLoading, setLoading] = useState(false);

  const open = useCallback(async (attempt = 1) => {
    setLoading(true);
    try {
      const { AiSearchModal } = await load();
      setDialog(() => AiSearchModal);
    } catch {
      // Some browsers remember that a script could not be had, and do not ask again until the page is loaded anew.
      const again = attempt === 1 ? { label: 'Thử lại', act: () => open(2) } : { label: 'Tải lại trang', act: reload };
      toast('Không thể mở tìm kiếm AI. Vui lòng kiểm tra kết nối mạng.', {
        tone: 'danger',
        stayMs: FAILURE_MS,
        action: (
          <button type="button" onClick={() => void again.act()} className="font-medium underline underline-offset-4">
            {again.label}
          </button>
        ),
      });
    } finally {
      setLoading(false);
    }
  }, []);

  const { key } = useLocation();
  const cameBack = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (cameBack && keptSearch()?.at === key) void open();
  }, [cameBack, key, open]);

  return { isLoading, open: () => void open(), dialog: Dialog && <Dialog onClose={() => setDialog(null)} /> };
}

const reload = () => window.location.reload();

/** Opens the AI search. Only scripts can, so without them there is no button. */
export function AiSearchButton({ isLoading, onOpen }: { isLoading: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-label="Tìm bằng hình ảnh hoặc mô tả"
      title="Tìm bằng hình ảnh hoặc mô tả"
      aria-haspopup="dialog"
      aria-busy={isLoading || undefined}
      onPointerEnter={loadAhead}
      onPointerDown={loadAhead}
      onFocus={loadAhead}
      onClick={({ currentTarget }) => {
        // Safari gives a clicked button no focus, and the dialog would have nowhere to give it back to.
        currentTarget.focus();
        if (!isLoading) onOpen();
      }}
      className="grid h-full w-11 shrink-0 place-content-center text-accent noscript:hidden"
    >
      {isLoading ? <Spinner className="size-5" /> : <Camera aria-hidden="true" className="size-5" />}
    </button>
  );
}
