import type { Chip } from 'contract/catalog/chips';
import { Image as ImageIcon, Undo2, X } from 'lucide-react';
import type { Ignored } from '~/api/search/ai-search';
import { withoutChip, type SearchAnswer } from '~/features/ai-search/query/ai-search-query';
import type { AiSearch } from '~/features/ai-search/query/ai-search-state';

const PILL = 'inline-flex min-h-9 items-center gap-1.5 rounded-full px-3 text-sm transition-colors';

/** Labels of the ignored aspects of a picture. */
const IGNORED_LABELS: Record<Ignored, string> = { type: 'Bỏ qua loại trong ảnh', color: 'Bỏ qua màu trong ảnh' };

interface ChipsProps {
  found: SearchAnswer;
  search: AiSearch;
  /** Called when a chip starts a search. */
  onSearch: () => void;
}

/** The understood parts of a search as chips. Removing a chip searches again without it. */
export function UnderstoodChips({ found: { input, understood }, search, onSearch }: ChipsProps) {
  if (understood.length + input.ignore.length === 0) return null;
  // Otherwise a chip would search for the old picture, or take away the text that is being written.
  const isChangeable = search.holds(input);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span id="ai-search-understood" className="text-sm text-muted">
        AI hiểu là:
      </span>
      <ul aria-labelledby="ai-search-understood" className="contents">
        {understood.map((chip) => (
          <li key={`${chip.of} ${chip.kind} ${chip.label} ${chip.start}`}>
            <UnderstoodChip
              chip={chip}
              onRemove={
                isChangeable && withoutChip(input, chip)
                  ? () => {
                      onSearch();
                      search.removeChip(input, chip);
                    }
                  : null
              }
            />
          </li>
        ))}
        {input.ignore.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              aria-label={`${IGNORED_LABELS[kind]}: xét lại`}
              disabled={!isChangeable}
              onClick={() => {
                onSearch();
                search.amend({ ...input, ignore: input.ignore.filter((other) => other !== kind) });
              }}
              className={`${PILL} border border-dashed border-line-strong text-muted ${isChangeable ? 'hover:border-ink hover:text-ink' : ''}`}
            >
              {IGNORED_LABELS[kind]}
              <Undo2 aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function UnderstoodChip({ chip: { label, of }, onRemove }: { chip: Chip; onRemove: (() => void) | null }) {
  const words = (
    <>
      {of === 'image' && <ImageIcon aria-hidden="true" className="size-4" />}
      {label}
    </>
  );
  if (!onRemove) return <span className={`${PILL} bg-sand`}>{words}</span>;
  return (
    <button
      type="button"
      aria-label={`Bỏ ${label}${of === 'image' ? ' trong ảnh' : ''} và tìm lại`}
      onClick={onRemove}
      className={`${PILL} bg-ink pr-2 text-paper hover:bg-accent`}
    >
      {words}
      <X aria-hidden="true" className="size-4" />
    </button>
  );
}
