import { formatNumber } from 'contract/rules';
import { Badge } from '~/components/display/badge';
import { Skeleton } from '~/components/feedback/skeleton';
import { useResults } from './use-results';

/** How each of some texts is read by the search, and how many products it finds. */
export function ReadingPreview({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section aria-labelledby="reading" className="grid gap-2 rounded-lg border border-line p-3">
      <h3 id="reading" className="text-sm font-medium">
        Trang tìm kiếm hiểu là
      </h3>
      <ul className="grid gap-2 text-sm" aria-live="polite">
        {texts.map((text, place) => (
          <li key={`${place} ${text}`}>
            <ReadingOf text={text} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReadingOf({ text }: { text: string }) {
  const results = useResults(text, 1);
  if (results.state === 'failed') return <p className="text-signal">{results.error}</p>;
  if (results.state !== 'found') return <Skeleton className="h-6 w-full" />;
  const { understood = [], correction, count } = results.page;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-medium [overflow-wrap:anywhere]">{correction ?? text}</span>
      {understood.map(({ label, start }) => (
        <Badge key={`${label} ${start}`} tone="sand">
          {label}
        </Badge>
      ))}
      <span className={count === 0 ? 'text-signal' : 'text-muted'}>
        {count === 0 ? 'không thấy sản phẩm nào' : `${formatNumber(count)} sản phẩm`}
      </span>
    </p>
  );
}
