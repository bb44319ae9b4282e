import { Link, useLocation } from '@remix-run/react';
import { Clock, Search, Sparkles, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { ProductPicture } from '~/components/display/picture';
import { Price } from '~/components/display/price';
import { Highlight } from './highlight';
import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from '~/lib/recent-searches';
import { groupsOf, type Option } from './suggestion-groups';
import { useCombobox } from '~/components/form/use-combobox';
import { useSuggestions, type BoxText } from './use-suggestions';

/** The list below the header's search box: recent searches while it is empty, then suggestions. */
export function SearchPopup({ input, onAskAi }: { input: HTMLInputElement; onAskAi: (text: string) => void }) {
  const [box, setBox] = useState<BoxText>({ text: input.value, isComposing: false });
  const isEmpty = box.text.trim() === '';
  // The script may come when somebody has typed already, or gone on. A keyword that the page put there is no question.
  const { key } = useLocation();
  /** The history entry on which the list is wanted; each other page begins without it. */
  const [wantedAt, setWantedAt] = useState(
    document.activeElement === input && (isEmpty || input.value !== input.defaultValue) ? key : null,
  );
  const isWanted = wantedAt === key;
  const want = () => setWantedAt(key);
  /** The address of the active option; null when the cursor is in the text. */
  const [active, setActive] = useState<string | null>(null);
  const { suggestions, isNothing } = useSuggestions(box, isWanted);
  const recent = recentSearches.use();
  const groups = useMemo(
    () => groupsOf(suggestions, { isEmpty, isNothing }, recent),
    [suggestions, isEmpty, isNothing, recent],
  );
  const options = groups.flatMap((group) => group.options);
  const isOpen = isWanted && options.length > 0;
  const id = useId();
  const optionId = (place: number) => `${id}-${place}`;
  const current = options.findIndex(({ to }) => to === active);

  const close = () => {
    setWantedAt(null);
    setActive(null);
  };
  useCombobox(input, {
    isOpen,
    list: id,
    active: current < 0 ? null : optionId(current),
    move: (step) => {
      if (!isOpen) return want();
      const next = current < 0 && step < 0 ? options.length - 1 : current + step;
      setActive(options[(next + options.length) % options.length]?.to ?? null);
    },
    leave: () => setActive(null),
    choose: () => document.getElementById(optionId(current))?.click(),
    remove: () => {
      const option = options[current];
      if (option?.kind !== 'recent') return false;
      forgetSearch(option.text);
      return true;
    },
    close,
    type: (text, isComposing) => {
      setBox({ text, isComposing });
      setActive(null);
      want();
    },
    // A keyword that stands in the box already is no question.
    reach: () => input.value.trim() === '' && want(),
  });

  function choose(option: Option) {
    if (option.kind === 'recent' || option.kind === 'query') rememberSearch(option.text);
    if (option.kind === 'ai') onAskAi(box.text.trim());
    close();
    // A phone's keyboard would stand before the page that opens.
    input.blur();
  }

  let place = 0;
  return (
    <>
      <p role="status" className="sr-only">
        {isWanted && !isEmpty && isNothing && 'Không có gợi ý. '}
        {isOpen && `${options.length} gợi ý. Dùng phím mũi tên để chọn.`}
      </p>
      {isOpen && (
        <div
          data-suggestions
          // The focus stays in the box.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute -inset-x-px top-full z-40 mt-1 max-h-[min(36rem,calc(100dvh-9rem))] overflow-y-auto overscroll-contain rounded-md border border-line bg-surface py-2 shadow-sheet lg:left-auto lg:w-[26rem]"
        >
          <div id={id} role="listbox" aria-label="Gợi ý tìm kiếm">
            {groups.map(({ heading, options: own }, nth) => (
              <div key={heading} role="group" aria-labelledby={`${id}-heading-${nth}`}>
                <p id={`${id}-heading-${nth}`} className="px-4 pt-2 pb-1 text-xs font-medium text-muted">
                  {heading}
                </p>
                {own.map((option) => {
                  const at = place++;
                  return (
                    <Row
                      key={option.to}
                      id={optionId(at)}
                      option={option}
                      typed={box.text}
                      isActive={at === current}
                      onChoose={() => choose(option)}
                    />
                  );
                })}
              </div>
            ))}
          </div>
          {isEmpty && recent.length > 0 && (
            <button
              type="button"
              onClick={() => {
                forgetSearches();
                input.focus();
              }}
              className="mt-1 min-h-11 px-4 text-sm text-muted underline underline-offset-4"
            >
              Xóa tìm kiếm gần đây
            </button>
          )}
        </div>
      )}
    </>
  );
}

interface RowProps {
  id: string;
  option: Option;
  typed: string;
  isActive: boolean;
  onChoose: () => void;
}

function Row({ id, option, typed, isActive, onChoose }: RowProps) {
  const { kind, text, to, product } = option;
  const props = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    onClick: onChoose,
    className: 'flex min-h-11 min-w-0 flex-1 items-center gap-3 px-4 py-1 text-left',
  } as const;
  const content = (
    <>
      {product ? <Thumb src={product.image} /> : <Sign kind={kind} />}
      <span className="min-w-0 flex-1">
        <span className={kind === 'product' ? 'line-clamp-2 text-sm' : 'block truncate'}>
          {kind === 'ai' ? `${text}: “${typed.trim()}”` : <Highlight text={text} typed={typed} />}
        </span>
        {product && <Price amount={product.min_price} className="text-sm" />}
      </span>
    </>
  );
  return (
    <div className={`flex items-center ${isActive ? 'bg-sand' : 'hover:bg-sand'}`}>
      {kind === 'ai' ? (
        <button {...props} type="button">
          {content}
        </button>
      ) : (
        <Link {...props} to={to}>
          {content}
        </Link>
      )}
      {kind === 'recent' && (
        // For pointers: with a keyboard the Delete key does it, because a list of options holds no buttons.
        <button
          type="button"
          aria-hidden="true"
          tabIndex={-1}
          title={`Xóa “${text}”`}
          onClick={() => forgetSearch(text)}
          className="grid size-11 shrink-0 place-content-center text-muted"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  );
}

function Sign({ kind }: { kind: Option['kind'] }) {
  const look = 'size-4 shrink-0 text-muted';
  if (kind === 'title') return null;
  const Icon = kind === 'recent' ? Clock : kind === 'ai' ? Sparkles : Search;
  return <Icon aria-hidden="true" className={look} />;
}

function Thumb({ src }: { src: string | null }) {
  const look = 'aspect-3/4 w-10 shrink-0 rounded-sm bg-sand';
  return src === null ? <span className={look} /> : <ProductPicture src={src} alt="" sizes="40px" className={look} />;
}
