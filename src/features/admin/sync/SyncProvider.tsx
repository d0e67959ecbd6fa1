import { useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';
import { RUNS_PAGE, type Setting } from './sync-list.ts';
import { SyncForm } from './SyncForm.tsx';

/** One provider: what is set in short, its settings, a test of the connection, and the run by hand. */
export function SyncProvider({ setting, timeZone }: { setting: Setting; timeZone: string }) {
  const t = useT();
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  const [tested, setTested] = useState<{ text: string; isGood: boolean } | null>(null);
  const { provider, departments, nightlyHour, revision } = setting;
  const name = t(`people:sync.provider.${provider}`);
  const start = useAction(async () => {
    await api('POST /people/auth/sync/start', { provider });
    invalidate(RUNS_PAGE);
  });
  const test = useAction(async () => {
    setTested(null);
    try {
      const { access } = await api('POST /people/auth/sync/test', { provider }, { isShowErrTip: false });
      setTested({ text: t(`people:sync.testing.${access}`), isGood: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTested({ text: error.message, isGood: false });
    }
  });
  const summary =
    revision === 0
      ? t('people:sync.notSet')
      : [
          departments.length === 0
            ? t('people:sync.noDepartments')
            : departments
                .map((each) => each.name || t('people:sync.unnamed', { id: each.id }))
                .join(t('people:import.and')),
          nightlyHour === null ? t('people:sync.noNight') : t('people:sync.atNight', { hour: nightlyHour }),
        ].join(' · ');
  return (
    <section className="paper flex flex-col gap-4 p-5 sm:p-6" aria-label={name}>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 grow">
          <h2 className="text-lg font-semibold">{name}</h2>
          <p className="text-sm break-words text-muted">{summary}</p>
        </div>
        <button
          type="button"
          className="btn"
          disabled={!hydrated}
          aria-expanded={isOpen}
          aria-label={t('people:sync.settingsOf', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          {t('people:sync.settings')}
        </button>
        {revision > 0 && (
          <button
            type="button"
            className="btn"
            disabled={!hydrated}
            aria-disabled={test.isPending}
            onClick={() => void test.run()}
          >
            {t('people:sync.test')}
          </button>
        )}
        {departments.length > 0 && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={!hydrated}
            aria-disabled={start.isPending}
            onClick={() => void start.run()}
          >
            {t('people:sync.start')}
          </button>
        )}
      </div>
      {tested && (
        <p
          className={`alert ${tested.isGood ? 'alert-success' : 'alert-error'}`}
          role={tested.isGood ? 'status' : 'alert'}
        >
          {tested.text}
        </p>
      )}
      {isOpen && (
        <SyncForm
          key={revision}
          {...{ setting, timeZone }}
          onSaved={() => {
            setTested(null);
            notify(t('people:sync.saved'), 'success');
          }}
        />
      )}
    </section>
  );
}
