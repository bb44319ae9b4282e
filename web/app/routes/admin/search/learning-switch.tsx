import { useFetcher } from '@remix-run/react';
import type { Settings } from 'contract/administration/settings';
import type { ActionOutcome, Loaded } from '~/components/admin/run-action';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';

/** Switches on and off that clicks and purchases move products up. It is saved at once. */
export function LearningSwitch({ settings }: { settings: Loaded<Settings> | undefined }) {
  const fetcher = useFetcher<ActionOutcome>();
  if (!settings) return <Skeleton className="h-24 w-full" />;
  if (settings.error !== null) return <RetryAlert>{settings.error}</RetryAlert>;
  const isBusy = fetcher.state !== 'idle';
  const saved = settings.data.search_learning;
  const learns = fetcher.formData ? fetcher.formData.get('learns') === 'true' : saved;
  return (
    <div className="rounded-lg border border-line bg-surface px-4 py-2">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-medium">
        <input
          type="checkbox"
          role="switch"
          checked={learns}
          disabled={isBusy}
          aria-describedby="learning-hint"
          onChange={({ target }) =>
            fetcher.submit({ intent: 'learning', learns: String(target.checked) }, { method: 'post' })
          }
          className="size-5 accent-accent"
        />
        Kết quả tìm kiếm tự học từ lượt bấm và lượt mua
      </label>
      <p id="learning-hint" className="pb-2 text-sm text-muted">
        Món được chọn nhiều nhích lên trước những món hợp từ khóa ngang nhau. Chỉ đếm theo ngày, không ghi lại ai tìm
        gì.
      </p>
    </div>
  );
}
