/** A grey block of the size that content will take; `className` gives the size. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-md bg-line/60 ${className}`} />;
}
