import { NavigationType, useLocation, useNavigationType } from '@remix-run/react';
import { Camera } from 'lucide-react';
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { Spinner } from '~/components/form/spinner';
import { toast } from '~/components/feedback/toast';
import { loadChunk } from '~/lib/chunk';
import { savedSearch } from './query/ai-search-memory';

/** A separate script, loaded when the shopper reaches for the button: no page needs it to be read. */
const load = () => loadChunk(() => import('./ai-search-modal'));
const loadAhead = () => void load().catch(() => {});

/**
 * The AI search dialog of a page, loaded on demand. It reopens when the shopper navigates back from one of its
 * products.
 * @param text the description that it opens with; such a dialog does not reopen, because the header's does
 * @returns whether the dialog's script is loading, a function that opens the dialog, and the open dialog to render
 */
export function useAiSearchDialog(text?: string) {
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void; text?: string }> | null>(null);
  const [isLoading, setLoading] = useState(false);

  const open = useCallback(async (attempt = 1) => {
    setLoading(true);
    try {
      const { AiSearchModal } = await load();
      setDialog(() => AiSearchModal);
    } catch {
      // Some browsers cache a failed dynamic import until the page is reloaded.
      const again = attempt === 1 ? { label: 'Thử lại', act: () => open(2) } : { label: 'Tải lại trang', act: reload };
      toast('Không thể mở tìm kiếm AI. Vui lòng kiểm tra kết nối mạng.', {
        tone: 'danger',
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
    if (text === undefined && cameBack && savedSearch()?.at === key) void open();
  }, [text, cameBack, key, open]);

  return {
    isLoading,
    open: () => void open(),
    dialog: Dialog && <Dialog text={text} onClose={() => setDialog(null)} />,
  };
}

const reload = () => window.location.reload();

/** Opens the AI search dialog. Hidden without JavaScript, which the dialog needs. */
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
        // Safari does not focus a clicked button, so the dialog could not return the focus to it.
        currentTarget.focus();
        if (!isLoading) onOpen();
      }}
      className="grid h-full w-11 shrink-0 place-content-center text-accent noscript:hidden"
    >
      {isLoading ? <Spinner className="size-5" /> : <Camera aria-hidden="true" className="size-5" />}
    </button>
  );
}
