import { Alert } from '~/components/feedback/alert';
import { Empty } from '~/components/feedback/empty';
import { FailedPart } from '~/components/feedback/failed-part';
import { ProgressBar } from '~/components/feedback/progress-bar';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';
import { Spinner } from '~/components/form/spinner';
import { toast } from '~/components/feedback/toast';
import { Button } from '~/components/form/button';
import { Group, LONG_NAME, Specimen } from './specimen';

const TONES = ['danger', 'success', 'warning', 'info'] as const;

export function FeedbackParts() {
  return (
    <Group title="feedback">
      <Specimen file="feedback/alert.tsx" hint="about the whole page or form">
        {TONES.map((tone) => (
          <Alert key={tone} tone={tone} action={<Button size="sm">Xem</Button>}>
            {tone}: {LONG_NAME}
          </Alert>
        ))}
      </Specimen>
      <Specimen file="feedback/retry-alert.tsx" hint="a load failed, and may succeed now">
        <RetryAlert>Không tải được đơn hàng.</RetryAlert>
      </Specimen>
      <Specimen file="feedback/failed-part.tsx" hint="a part's script did not load">
        <FailedPart onRetry={() => toast('Đang tải lại')}>Không tải được biểu mẫu.</FailedPart>
      </Specimen>
      <Specimen file="feedback/empty.tsx" hint="in place of an empty list">
        <Empty title="Chưa có đơn hàng nào" action={<Button>Mua sắm</Button>}>
          Đơn hàng của bạn sẽ hiện ở đây.
        </Empty>
      </Specimen>
      <Specimen file="feedback/progress-bar.tsx" hint="the end is known">
        {[0, 0.4, 1].map((value) => (
          <div key={value} className="w-64">
            <ProgressBar label="Đang nhập" value={value} />
          </div>
        ))}
      </Specimen>
      <Specimen file="feedback/skeleton.tsx" hint="the shape of what loads">
        <Skeleton className="h-4 w-64" />
        <Skeleton className="size-24" />
      </Specimen>
      <Specimen file="form/spinner.tsx" hint="beside a text">
        <Spinner />
        <Spinner className="size-4" />
      </Specimen>
      <Specimen file="feedback/toast.tsx" hint="what has just happened">
        <Button onClick={() => toast('Đã thêm vào giỏ hàng')}>success</Button>
        <Button variant="danger" onClick={() => toast(LONG_NAME, { tone: 'danger' })}>
          danger
        </Button>
      </Specimen>
    </Group>
  );
}
