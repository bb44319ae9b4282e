import { Form, useLocation, useSearchParams } from '@remix-run/react';
import { Search } from 'lucide-react';
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from '~/lib/chunk';
import { rememberSearch } from '~/lib/storage/recent-searches';

/** A separate script, loaded when the shopper reaches for the box: no page needs it to be read, and the form works without it. */
const load = () => loadChunk(() => import('./search-popup'));

type Popup = ComponentType<{ input: HTMLInputElement; onAskAi: (text: string) => void }>;

interface SearchBoxProps {
  className: string;
  camera: ReactNode;
  /** Opens the AI search with a text for which there are no suggestions. */
  onAskAi: (text: string) => void;
}

/** Searches for the keyword and keeps the brand and category of the current page. */
export function SearchBox({ className, camera, onAskAi }: SearchBoxProps) {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const isSearch = pathname === '/search';
  const current = (name: string) => (isSearch && params.get(name)) || '';
  const keyword = current('keyword');
  const [shown, show] = useState(keyword);
  // A page that opens late takes no text away that is being typed.
  if (shown !== keyword && [undefined, shown, keyword].includes(textIn('[name=keyword]:focus'))) show(keyword);
  return (
    <Form
      action="/search"
      role="search"
      // The key resets the box when a link changes the keyword.
      key={shown}
      onSubmit={({ currentTarget }) =>
        rememberSearch(currentTarget.querySelector<HTMLInputElement>('[name=keyword]')!.value)
      }
      className={`${className} relative h-11 items-center rounded-md border border-line-strong bg-surface focus-within:border-accent`}
    >
      <Box keyword={shown} onAskAi={onAskAi} />
      <input type="hidden" name="brand" value={current('brand') || '0'} />
      <input type="hidden" name="category" value={current('category') || '0'} />
      {camera}
      <button type="submit" aria-label="Tìm kiếm" className="grid h-full w-11 place-content-center">
        <Search aria-hidden="true" className="size-5" />
      </button>
    </Form>
  );
}

/** What a field holds; undefined without one. */
const textIn = (field: string) => document.querySelector<HTMLInputElement>(field)?.value.trim();

/** The text field. From the first focus on it has suggestions. */
function Box({ keyword, onAskAi }: { keyword: string; onAskAi: SearchBoxProps['onAskAi'] }) {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [Suggestions, setSuggestions] = useState<Popup | null>(null);
  const open = useCallback(() => {
    load().then(
      ({ SearchPopup }) => setSuggestions(() => SearchPopup),
      () => {}, // the next focus tries again
    );
  }, []);
  // Somebody was faster than the page's scripts.
  useEffect(() => {
    if (input && document.activeElement === input) open();
  }, [input, open]);
  return (
    <>
      <input
        ref={setInput}
        type="search"
        name="keyword"
        aria-label="Tìm sản phẩm"
        placeholder="Tìm sản phẩm..."
        defaultValue={keyword}
        autoComplete="off"
        enterKeyHint="search"
        onFocus={open}
        className="h-full min-w-0 flex-1 rounded-md bg-transparent px-3 placeholder:text-muted"
      />
      {Suggestions && input && <Suggestions input={input} onAskAi={onAskAi} />}
    </>
  );
}
