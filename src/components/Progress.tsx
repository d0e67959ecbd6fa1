/** `value` 0–100 (percent). `label` is the accessible name. */
export function Progress({ value, label, className = '' }: { value: number; label: string; className?: string }) {
  const shown = Math.max(0, Math.min(100, Math.floor(value)));
  return (
    <div className={`flex items-center gap-3 ${className}`}>
      <progress
        className={`progress grow ${shown === 100 ? 'progress-success' : 'progress-primary'}`}
        value={shown}
        max={100}
        aria-label={label}
      />
      <span className="min-w-10 text-end text-sm tabular-nums text-muted">{shown}%</span>
    </div>
  );
}
