const MEDALS = ['', 'bg-amber-300 text-amber-950', 'bg-slate-300 text-slate-900', 'bg-orange-300 text-orange-950'];

/** The place in a ranking; the first three in gold, silver and bronze. `label` is the accessible name. */
export function RankBadge({ rank, label }: { rank: number; label: string }) {
  return (
    <span
      className={`inline-grid h-7 min-w-7 shrink-0 place-items-center rounded-full px-1 text-sm font-semibold tabular-nums ${MEDALS[rank] ?? 'bg-base-200 text-muted'}`}
    >
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">{rank}</span>
    </span>
  );
}
