import { useEffect, useState } from 'react';
import { Skeleton } from '~/components/feedback/skeleton';

/** Light modules around it, so that a camera finds its edge (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A text as a QR code. The encoder is loaded on demand. @param label its purpose, for screen readers */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<{ size: number; path: string }>();
  useEffect(() => {
    let isStale = false;
    void import('uqr').then(({ encode }) => {
      const { size, data } = encode(text, { border: QUIET_ZONE });
      const path = data
        .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
        .join('');
      if (!isStale) setDrawn({ size, path });
    });
    return () => {
      isStale = true;
    };
  }, [text]);
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
