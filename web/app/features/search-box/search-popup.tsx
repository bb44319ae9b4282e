import { forgetSearches, recentSearches, rememberSearch } from '~/lib/storage/recent-searches';
import type { Option } from './suggestion-groups';
import { SuggestionRow } from './suggestion-row';
import { useSuggestionList, type SuggestionList } from './use-suggestion-list';

/** The list below the header's search box: recent searches while it is empty, then suggestions. */
export function SearchPopup({ input, onAskAi }: { input: HTMLInputElement; onAskAi: (text: string) => void }) {
  const list = useSuggestionList(input);
  const recent = recentSearches.use();
  const count = list.groups.reduce((sum, { options }) => sum + options.length, 0);

  function choose(option: Option) {
    if (option.kind === 'recent' || option.kind === 'query') rememberSearch(option.text);
    if (option.kind === 'ai') onAskAi(list.text.trim());
    list.close();
    // A phone's keyboard would stand before the page that opens.
    input.blur();
  }

  return (
    <>
      <p role="status" className="sr-only">
        {list.isFruitless && 'Không có gợi ý. '}
        {list.isOpen && `${count} gợi ý. Dùng phím mũi tên để chọn.`}
      </p>
      {list.isOpen && (
        <div
          data-suggestions
          // The focus stays in the box.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute -inset-x-px top-full z-40 mt-1 max-h-[min(36rem,calc(100dvh-9rem))] overflow-y-auto overscroll-contain rounded-md border border-line bg-surface py-2 shadow-sheet lg:left-auto lg:w-[26rem]"
        >
          <SuggestionGroups list={list} onChoose={choose} />
          {list.isEmpty && recent.length > 0 && (
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

function SuggestionGroups({ list, onChoose }: { list: SuggestionList; onChoose: (option: Option) => void }) {
  const { id, optionId, groups, text, current } = list;
  return (
    <div id={id} role="listbox" aria-label="Gợi ý tìm kiếm">
      {groups.map(({ heading, options, start }, nth) => (
        <div key={heading} role="group" aria-labelledby={`${id}-heading-${nth}`}>
          <p id={`${id}-heading-${nth}`} className="px-4 pt-2 pb-1 text-xs font-medium text-muted">
            {heading}
          </p>
          {options.map((option, index) => (
            <SuggestionRow
              key={option.to}
              id={optionId(start + index)}
              option={option}
              typed={text}
              isActive={start + index === current}
              onChoose={() => onChoose(option)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
