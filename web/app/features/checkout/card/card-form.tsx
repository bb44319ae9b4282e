import { useRef, type ComponentProps } from 'react';
import type CardField from './card-field';
import { FailedPart } from '~/components/feedback/failed-part';
import { Skeleton } from '~/components/feedback/skeleton';
import { useModule } from '~/lib/use-module';

/** A script of its own: only who pays by card needs it. */
const loadCardField = () => import('./card-field');

/** The fields of a card, loaded when they are shown. Nothing is charged when they cannot be. */
export function CardForm(props: ComponentProps<typeof CardField>) {
  const { module, hasFailed, isStuck, retry } = useModule(loadCardField);
  const box = useRef<HTMLDivElement>(null);
  if (module) return <module.default {...props} />;
  const retryHere = () => {
    // The button that was pressed goes.
    box.current?.focus();
    retry();
  };
  return (
    <div ref={box} tabIndex={-1} className="focus:outline-none">
      {hasFailed ? (
        <FailedPart onRetry={retryHere} isStuck={isStuck}>
          Không tải được biểu mẫu thẻ. Thẻ của bạn chưa bị trừ tiền.
        </FailedPart>
      ) : (
        <Skeleton className="h-48" />
      )}
    </div>
  );
}
