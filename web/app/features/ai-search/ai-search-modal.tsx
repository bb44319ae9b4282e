import { RotateCcw, Sparkles } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '~/components/form/button';
import { Modal } from '~/components/overlay/modal';
import { DropOverlay, usePictureDropAndPaste } from './picture/ai-search-drop';
import { AiSearchForm } from './ai-search-form';
import { AiSearchResults } from './results/ai-search-results';
import { useAiSearch } from './query/ai-search-state';

/**
 * The dialog that searches by a description, a picture or both. Closing it discards its input; see `saveSearch`.
 * @param text the description that it opens with, instead of the saved search
 */
export function AiSearchModal({ text, onClose }: { text?: string; onClose: () => void }) {
  const search = useAiSearch(onClose, text);
  const { result, returnedFrom } = search;
  const isLoading = result.status === 'loading';
  const formId = useId();
  const results = useRef<HTMLElement>(null);
  const isDraggedOver = usePictureDropAndPaste(search.choose);

  // On a phone the results are below the form.
  useEffect(() => {
    if (result.status === 'loading') results.current?.scrollIntoView();
  }, [result]);

  useEffect(() => {
    const link = returnedFrom === null ? null : results.current?.querySelector(`a[href$="/products/${returnedFrom}"]`);
    // On a phone the keyboard would cover half of the dialog.
    const isTypedFirst = window.matchMedia('(pointer: fine)').matches;
    const first = link ?? (isTypedFirst ? document.getElementById(formId)?.querySelector('textarea') : null);
    if (first instanceof HTMLElement) first.focus();
  }, [returnedFrom, formId]);

  return (
    <Modal
      shape="wide"
      width="max-w-[71.25rem]"
      title="Tìm kiếm bằng AI"
      onClose={search.close}
      footer={
        <>
          <Button variant="quiet" disabled={isLoading} onClick={search.clear}>
            <RotateCcw aria-hidden="true" className="size-4" />
            Làm mới
          </Button>
          <Button
            type="submit"
            form={formId}
            isBusy={isLoading}
            disabled={search.isPreparing}
            className="whitespace-nowrap max-md:flex-1 max-md:px-3 md:min-w-48"
          >
            {!isLoading && <Sparkles aria-hidden="true" className="size-4" />}
            {isLoading ? 'Đang tìm kiếm...' : 'Tìm kiếm AI'}
          </Button>
        </>
      }
    >
      <div className="grid gap-x-8 gap-y-4 lg:min-h-[min(38rem,calc(100dvh-12rem))] lg:grid-cols-[21rem_1fr]">
        <AiSearchForm id={formId} search={search} />
        {/* The button that starts a search disappears with the old results, so the focus moves to the section. */}
        <AiSearchResults
          ref={results}
          search={search}
          onSearch={() => results.current?.focus({ preventScroll: true })}
        />
      </div>
      {isDraggedOver && <DropOverlay />}
    </Modal>
  );
}
