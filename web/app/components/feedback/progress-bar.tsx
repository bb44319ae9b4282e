/** A progress bar. @param value from 0 to 1 */
export function ProgressBar({ label, value }: { label: string; value: number }) {
  const percent = Math.round(value * 100);
  return (
    <div className="grid gap-1.5">
      <p className="flex justify-between gap-4 text-sm">
        <span>{label}</span>
        <span className="tabular">{percent}%</span>
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
