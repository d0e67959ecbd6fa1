import { useT } from '#src/i18n/island.tsx';
import type { Import } from './import-list.ts';

/** How far the job of an import is, and what came of it. */
export function ImportProgress({ stored }: { stored: Import }) {
  const t = useT();
  const { state, doneCount, failedCount, totalCount, problem } = stored;
  if (problem)
    return (
      <p className="alert alert-error" role="alert">
        {problem}
      </p>
    );
  if (state === 'waiting' || state === 'planned') return null;
  const ended = doneCount + failedCount;
  const isRunning = state === 'applying' || state === 'undoing';
  return (
    <section className="paper flex flex-col gap-3 p-4" aria-label={t(`people:import.state.${state}`)}>
      <p role="status" className="tabular-nums">
        {t(`people:import.progress.${state}`, { done: doneCount, failed: failedCount, ended, total: totalCount })}
      </p>
      {(isRunning || state === 'planning') && (
        <progress
          className="progress progress-primary w-full"
          aria-label={t(`people:import.state.${state}`)}
          {...(isRunning && { value: ended, max: Math.max(1, totalCount) })}
        />
      )}
    </section>
  );
}
