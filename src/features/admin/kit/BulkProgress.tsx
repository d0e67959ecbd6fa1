import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useJob } from '#src/client/use-job.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pages } from '#src/components/Pages.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { type Filter, listPath, type ListQuery } from '#src/lib/list-query.ts';

const CURRENT = 'GET /data/auth/bulk/current';
const ROWS = 'POST /data/auth/bulk/row/page';
type Job = NonNullable<Data<typeof CURRENT>['job']>;

/** The call of what `BulkProgress` shows, for pages that render it. */
export const currentBulk = (query: ListQuery<Filter, string>) => [CURRENT, { list: listPath(query, {}) }] as const;

/** Shows a change that was begun in this list. */
export const showBulk = () => invalidate(CURRENT);

type Props = {
  /** Path of the list, as the job has it. */
  list: string;
  /** Title of what is done, by the name of the action. */
  titleOf: (action: string) => string;
  /** Calls whose data changes with it. */
  changes: readonly Parameters<typeof invalidate>[0][];
};

/** Progress and result of the change of several rows that the viewer began in a list, also after a reload. */
export function BulkProgress({ list, titleOf, changes }: Props) {
  const t = useT();
  const { data } = useCall(CURRENT, { list });
  const job = data?.job;
  const [isOpen, setOpen] = useState(false);
  const isRunning = job?.state === 'running';
  useJob(CURRENT, data, isRunning, changes);
  const { run: stop, isPending } = useAction(async (id: string) => {
    await api('PUT /data/auth/bulk/stop', { id });
    invalidate(CURRENT);
  });
  const { run: dismiss } = useAction(async (id: string) => {
    await api('PUT /data/auth/bulk/dismiss', { id });
    invalidate(CURRENT);
  });
  if (!job) return null;
  const { doneCount, failedCount, totalCount, state } = job;
  return (
    <section className="paper flex flex-col gap-3 p-4" aria-label={titleOf(job.action)}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-semibold">{titleOf(job.action)}</h2>
        <p role="status" className="text-sm text-muted tabular-nums">
          {t(`admin:bulk.${state}`, { done: doneCount + failedCount, total: totalCount, failed: failedCount })}
        </p>
        <div className="ms-auto flex gap-2">
          {failedCount > 0 && (
            <button type="button" className="btn btn-sm" onClick={() => setOpen(true)}>
              {t('admin:bulk.failures', { count: failedCount })}
            </button>
          )}
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            aria-disabled={isPending}
            onClick={() => void (isRunning ? stop(job.id) : dismiss(job.id))}
          >
            {t(isRunning ? 'admin:bulk.stop' : 'common:close')}
          </button>
        </div>
      </div>
      <progress
        className="progress progress-primary w-full"
        value={doneCount + failedCount}
        max={totalCount}
        aria-label={titleOf(job.action)}
      />
      {isOpen && <Failures job={job} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** Rows that could not be changed, with their reasons. */
function Failures({ job: { id, failedCount }, onClose }: { job: Job; onClose: () => void }) {
  const t = useT();
  const [page, setPage] = useState(1);
  const rows = useCall(ROWS, { id, outcome: 'failed', pageCurrent: page, pageSize: 20 });
  return (
    <ActionDialog title={t('admin:bulk.failures', { count: failedCount })} onClose={onClose}>
      <LoadState query={rows} lines={4}>
        {({ list, totalPage }) => (
          <>
            <ul className="flex flex-col divide-y divide-base-300">
              {list.map(({ number, name, reason }) => (
                <li key={number} className="flex flex-col gap-1 py-2 sm:flex-row sm:gap-4">
                  <span className="min-w-0 break-words sm:w-1/2">{name}</span>
                  <span className="min-w-0 break-words text-sm text-error sm:w-1/2">{reason}</span>
                </li>
              ))}
            </ul>
            <Pages pageCurrent={page} totalPage={totalPage} onGo={setPage} />
          </>
        )}
      </LoadState>
    </ActionDialog>
  );
}
