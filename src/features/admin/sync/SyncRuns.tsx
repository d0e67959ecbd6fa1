import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useJob } from '#src/client/use-job.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { useHydrated } from '#src/client/use-live.ts';
import { PEOPLE_IMPORT_DAYS } from '#src/contract/rules/people-import.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText, timeOf } from '#src/lib/dates.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { isRunning, type Run, runPage, RUNS, RUNS_PAGE } from './sync-list.ts';

const TONES: Record<Run['state'], string> = {
  reading: 'badge-info',
  stopped: 'badge-warning',
  planning: 'badge-info',
  planned: 'badge-warning',
  failed: 'badge-error',
  applying: 'badge-info',
  applied: 'badge-success',
  undoing: 'badge-info',
  undone: 'badge-ghost',
};

/** The runs of the past, and how far the present one is. Their differences are shown, applied and undone like those of a file. */
export function SyncRuns({ search, timeZone }: { search: string; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(RUNS, search);
  const runs = useCall(...runPage(list));
  const columns = useColumns(timeZone);
  const [asked, setAsked] = useState<{ run: Run; what: 'confirm' | 'cancel' } | null>(null);
  useJob(RUNS_PAGE, runs.data, runs.data?.list.some(isRunning) ?? false);
  const commandOf = (run: Run, what: 'confirm' | 'cancel') => (
    <button
      type="button"
      className={`btn btn-sm ${what === 'cancel' ? 'btn-ghost' : ''}`}
      disabled={!hydrated}
      onClick={() => setAsked({ run, what })}
    >
      {t(`people:sync.${what}`)}
    </button>
  );
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{t('people:sync.runs')}</h2>
      <p className="text-sm text-muted">
        {t('people:sync.kept', { days: PEOPLE_IMPORT_DAYS.applied, waiting: PEOPLE_IMPORT_DAYS.waiting })}
      </p>
      <Table
        label={t('people:sync.runs')}
        list={list}
        query={runs}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<EmptyState icon="refresh" title={t('people:sync.noRuns')} />}
        actions={(run) =>
          run.counts ? (
            <a
              className="btn btn-sm"
              href={href(locale, `/admin/people/import?id=${run.id}`)}
              aria-label={t('people:sync.openNamed', { time: dateTimeText(run.gmtCreate, timeZone, locale) })}
            >
              {t('people:sync.open')}
            </a>
          ) : run.state === 'failed' ? null : (
            <div className="flex flex-wrap gap-2">
              {run.state === 'stopped' && run.peopleCount > 0 && commandOf(run, 'confirm')}
              {commandOf(run, 'cancel')}
            </div>
          )
        }
      />
      {asked && (
        <Confirm
          title={t(`people:sync.${asked.what}Title`)}
          consequences={
            asked.what === 'cancel'
              ? [t('people:sync.cancelHint')]
              : [asked.run.problem ?? '', t('people:sync.confirmMissing')]
          }
          action={t(`people:sync.${asked.what}`)}
          onConfirm={async () => {
            await api(`PUT /people/auth/sync/run/${asked.what}`, { id: asked.run.id });
            invalidate(RUNS_PAGE);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

function useColumns(timeZone: string): Column<Run, never>[] {
  const t = useT();
  const locale = useLocale();
  return [
    {
      id: 'at',
      title: t('people:sync.at'),
      isMain: true,
      cell: ({ provider, gmtCreate }) => (
        <span className="font-medium">
          {dateTimeText(gmtCreate, timeZone, locale)} · {t(`people:sync.provider.${provider}`)}
        </span>
      ),
    },
    { id: 'state', title: t('people:sync.result'), cell: (run) => <State {...{ run, timeZone }} /> },
    {
      id: 'by',
      title: t('people:sync.by'),
      cell: ({ userName, isNightly }) => `${userName} (${t(`people:sync.${isNightly ? 'night' : 'manual'}`)})`,
    },
    { id: 'people', title: t('people:sync.people'), isNumber: true, cell: ({ peopleCount }) => peopleCount },
    ...(['new', 'changed', 'missing', 'wrong'] as const).map((kind) => ({
      id: kind,
      title: kind === 'missing' ? t('people:sync.missing') : t(`people:import.kind.${kind}`),
      isNumber: true,
      cell: ({ counts }: Run) => counts?.[kind] ?? '–',
    })),
  ];
}

function State({ run, timeZone }: { run: Run; timeZone: string }) {
  const t = useT();
  const { state, step, problem, departmentCount, peopleCount, retryAt, retryCount } = run;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className={`badge whitespace-nowrap badge-soft badge-sm ${TONES[state]}`}>
        {t(`people:sync.state.${state}`)}
      </span>
      {state === 'reading' && (
        <span className="text-sm text-muted" role="status">
          {t(`people:sync.${step === 'people' ? 'readPeople' : 'readDepartments'}`, {
            departments: departmentCount,
            people: peopleCount,
          })}
        </span>
      )}
      {state === 'reading' && retryAt && (
        <span className="text-sm text-warning">
          {t('people:sync.waits', { time: timeOf(retryAt, timeZone), count: retryCount })}
        </span>
      )}
      {problem && <span className="text-sm break-words">{problem}</span>}
    </div>
  );
}
