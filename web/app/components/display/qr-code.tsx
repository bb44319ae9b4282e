import { useMemo } from 'react';
import { FailedPart } from '~/components/feedback/failed-part';
import { Skeleton } from '~/components/feedback/skeleton';
import { useModule } from '~/lib/use-module';
import { qrMatrix } from './qr-matrix';

const loadEncoder = () => import('uqr');

/** A text as a QR code. The encoder is loaded on demand. @param label its purpose, for screen readers */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { module, hasFailed, isStuck, retry } = useModule(loadEncoder);
  const drawn = useMemo(() => {
    if (!module) return null;
    const rows = qrMatrix(module, text);
    const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
    return { size: rows.length, path };
  }, [module, text]);
  if (hasFailed)
    return (
      <FailedPart onRetry={retry} isStuck={isStuck}>
        Không tải được mã QR.
      </FailedPart>
    );
  if (!drawn) return <Skeleton className="size-48" />;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md bg-white text-black"
    >
      <path d={drawn.path} fill="currentColor" />
    </svg>
  );
}
