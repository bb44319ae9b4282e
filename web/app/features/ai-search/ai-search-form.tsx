import { ClipboardPaste } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { MAX_AI_TEXT } from 'contract/rules';
import { Tabs } from '~/components/display/tabs';
import { TextArea } from '~/components/form/field';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { PicturePicker } from './picture/ai-search-picker';
import type { SearchTab } from './query/ai-search-query';
import type { AiSearch } from './query/ai-search-state';

const TABS: readonly { id: SearchTab; label: string }[] = [
  { id: 'text', label: 'Mô tả bằng chữ' },
  { id: 'image', label: 'Hình ảnh' },
  { id: 'combined', label: 'Kết hợp' },
];

/** The search form with its three tabs. Its submit button is in the dialog's footer. */
export function AiSearchForm({ id, search }: { id: string; search: AiSearch }) {
  const { form, problem, isPreparing } = search;
  const ref = useFirstError(problem ?? undefined);
  return (
    <form
      ref={ref}
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Enter in the description submits even while the button is disabled.
        if (!isPreparing) search.submit();
      }}
      className="grid content-start gap-1 lg:sticky lg:top-0 lg:self-start"
    >
      <p className="flex gap-2 rounded-md bg-sand px-3 py-2 text-sm text-muted pointer-coarse:hidden">
        <ClipboardPaste aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>Mẹo: Bạn có thể dán hình ảnh từ bộ nhớ tạm (Ctrl+V) hoặc kéo và thả vào cửa sổ này.</span>
      </p>
      <Tabs
        label="Cách tìm kiếm"
        active={form.tab}
        onChange={(tab) => search.setTab(tab as SearchTab)}
        tabs={TABS.map((tab) => ({ ...tab, content: tab.id === form.tab && <Fields search={search} /> }))}
      />
    </form>
  );
}

function Fields({ search }: { search: AiSearch }) {
  const { tab } = search.form;
  return (
    <div className="grid gap-4">
      {tab !== 'image' && <Description search={search} />}
      {tab !== 'text' && <PicturePicker search={search} />}
    </div>
  );
}

function Description({ search: { form, problem, setText } }: { search: AiSearch }) {
  return (
    <TextArea
      label="Mô tả sản phẩm bạn muốn tìm"
      placeholder="Ví dụ: Áo khoác nam màu đen, chống nước, giá dưới 1.000.000đ..."
      rows={4}
      maxLength={MAX_AI_TEXT}
      enterKeyHint="search"
      value={form.text}
      error={problem?.of === 'text' ? problem.sentence : null}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={sendOnEnter}
    />
  );
}

/** Submits on Enter. Shift+Enter begins a new line; during IME composition Enter only ends the composition. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
