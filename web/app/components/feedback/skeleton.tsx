/** A grey placeholder for content that loads; `className` sets its size. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-md bg-line/60 ${className}`} />;
}
