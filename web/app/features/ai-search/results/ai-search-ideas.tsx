import type { AiSearch } from '~/features/ai-search/query/ai-search-state';

const IDEAS = [
  'Áo khoác đen dưới 1 triệu',
  'Váy hoa đi biển',
  'Áo sơ mi trắng đi làm',
  'Quần jeans nam ống rộng',
  'Đồ mặc nhà bằng cotton',
] as const;

/** Example searches, shown before the first search. @param onSearch called when an example starts a search */
export function Ideas({ search, onSearch }: { search: AiSearch; onSearch: () => void }) {
  return (
    <div className="grid gap-3 lg:h-full lg:place-content-center lg:justify-items-center lg:rounded-lg lg:bg-paper lg:p-8 lg:text-center">
      <h3 className="text-lg">Mô tả như bạn đang nói, hoặc gửi một tấm ảnh</h3>
      <p className="text-sm text-muted">Thử với một trong những gợi ý này:</p>
      <ul className="flex flex-wrap gap-2 lg:max-w-lg lg:justify-center">
        {IDEAS.map((text) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => {
                search.submit({ tab: 'text', text });
                onSearch();
              }}
              className="min-h-11 rounded-full border border-line bg-surface px-4 py-1.5 text-sm transition-colors hover:border-accent hover:text-accent"
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
