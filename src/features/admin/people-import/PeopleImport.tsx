import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useJob } from '#src/client/use-job.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { type ReadyFile, SavedFile } from '../kit/SavedFile.tsx';
import { ApplyDialog } from './ApplyDialog.tsx';
import { ColumnsForm } from './ColumnsForm.tsx';
import { type Import, importView, isRunning, ROWS, VIEW } from './import-list.ts';
import { ImportRows } from './ImportRows.tsx';
import { NewPlaces } from './NewPlaces.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { StateBadge } from './StateBadge.tsx';

type Props = { id: string; search: string; timeZone: string };

const CHANGES = [ROWS] as const;

/** One import of people: its columns, its plan, its application, its result and its undoing. */
export function PeopleImport({ id, search, timeZone }: Props) {
  const query = useCall(...importView(id));
  useJob(VIEW, query.data, query.data ? isRunning(query.data) : false, CHANGES);
  return <LoadState query={query}>{(stored) => <Steps {...{ stored, search, timeZone }} />}</LoadState>;
}

function Steps({ stored, search, timeZone }: { stored: Import; search: string; timeZone: string }) {
  const t = useT();
  const { id, fileName, userName, state, counts, source } = stored;
  const [isChoosing, setChoosing] = useState(false);
  const isPlan = state === 'planned' && !isChoosing;
  const hasRows = isPlan || ['applying', 'applied', 'undoing', 'undone'].includes(state);
  return (
    <div className="flex flex-col gap-6">
      <PageHead
        title={fileName}
        hint={t(source ? 'people:import.startedBy' : 'people:import.sentBy', { name: userName })}
      >
        <Commands
          {...{ stored, timeZone, isChoosing }}
          onChoose={isPlan && !source ? () => setChoosing(true) : undefined}
        />
      </PageHead>
      <p className="flex flex-wrap items-center gap-2">
        <StateBadge state={state} />
        <span className="text-sm text-muted">{t(`people:import.stateHint.${state}`)}</span>
      </p>
      <ImportProgress stored={stored} />
      {!source && (state === 'waiting' || (state === 'planned' && isChoosing)) && (
        <ColumnsForm stored={stored} onDone={() => setChoosing(false)} />
      )}
      {isPlan && <NewPlaces stored={stored} />}
      {hasRows && counts && <ImportRows {...{ id, counts, search }} isApplied={state !== 'planned'} />}
    </div>
  );
}

type CommandProps = { stored: Import; timeZone: string; isChoosing: boolean; onChoose: (() => void) | undefined };

function Commands({ stored, timeZone, isChoosing, onChoose }: CommandProps) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const { id, state, undoUntil, counts, source } = stored;
  const [asked, setAsked] = useState<'apply' | 'undo' | 'delete' | null>(null);
  const [file, setFile] = useState<ReadyFile | null>(null);
  const download = useAction(async () =>
    setFile(await api('POST /people/auth/import/download', { id, format: 'xlsx' })),
  );
  const close = () => setAsked(null);
  const canDelete = state === 'waiting' || state === 'planned';
  const isEmpty = counts !== null && counts.new + counts.changed + counts.missing === 0;
  const hasResult = counts !== null && ['planned', 'applied', 'undone'].includes(state);
  return (
    <>
      <SavedFile file={file} />
      {state === 'applied' && counts !== null && counts.new > 0 && (
        <a className="btn" href={href(locale, `/admin/people?addedBy=${id}&missing=password`)}>
          <Icon name="mail" className="size-4" />
          {t('people:import.invite')}
        </a>
      )}
      {hasResult && (
        <button
          type="button"
          className="btn"
          disabled={!hydrated}
          aria-disabled={download.isPending}
          onClick={() => void download.run()}
        >
          <Icon name="download" className="size-4" />
          {t(state === 'planned' ? 'people:import.downloadPlan' : 'people:import.downloadResult')}
        </button>
      )}
      {onChoose && (
        <button type="button" className="btn" disabled={!hydrated} onClick={onChoose}>
          {t('people:import.changeColumns')}
        </button>
      )}
      {canDelete && (
        <button type="button" className="btn btn-ghost" disabled={!hydrated} onClick={() => setAsked('delete')}>
          {t('people:import.discard')}
        </button>
      )}
      {state === 'planned' && !isChoosing && (
        <button
          type="button"
          className="btn btn-primary"
          disabled={!hydrated || (isEmpty && !source)}
          onClick={() => setAsked('apply')}
        >
          {t('people:import.apply')}
        </button>
      )}
      {undoUntil && (
        <button
          type="button"
          className="btn btn-outline btn-error"
          disabled={!hydrated}
          onClick={() => setAsked('undo')}
        >
          {t('people:import.undo')}
        </button>
      )}
      {asked === 'apply' && <ApplyDialog stored={stored} onClose={close} />}
      {asked === 'undo' && (
        <Confirm
          title={t('people:import.undoTitle')}
          consequences={[
            t('people:import.undoChanged', { count: counts?.changed ?? 0 }),
            t('people:import.undoNew', { count: counts?.new ?? 0 }),
            t('people:import.undoKept'),
            t('people:import.undoUntil', { date: dateText(undoUntil!, timeZone, locale) }),
          ]}
          action={t('people:import.undo')}
          onConfirm={async () => {
            await api('PUT /people/auth/import/undo', { id });
            invalidate(VIEW);
          }}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <Confirm
          title={t('people:import.discardTitle')}
          consequences={[t('people:import.discardHint')]}
          action={t('people:import.discard')}
          onConfirm={async () => {
            await api('DELETE /people/auth/import/delete', { id });
            location.assign(href(locale, stored.source ? '/admin/sync' : '/admin/people/import'));
          }}
          onClose={close}
        />
      )}
    </>
  );
}
