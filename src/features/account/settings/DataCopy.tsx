import { api } from '#src/client/api.ts';
import { expectExports } from '#src/client/downloads.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { EXPORT_DAYS } from '#src/contract/rules/export.ts';
import { useT } from '#src/i18n/island.tsx';

/** Requests a copy of everything that the portal stores about the user; it appears in the download centre. */
export function DataCopy() {
  const t = useT();
  const hydrated = useHydrated();
  const { run, isPending } = useAction(async () => {
    const record = await api('POST /user/auth/own/data/copy');
    notify(t('export:requested'), 'success');
    expectExports([record]);
  });
  return (
    <section className="paper flex flex-col items-start gap-3 p-4 sm:p-6" aria-labelledby="copy-title">
      <h2 id="copy-title" className="font-semibold">
        {t('account:data.copy')}
      </h2>
      <p className="text-sm text-muted">{t('account:data.copyText', { days: EXPORT_DAYS })}</p>
      <button
        type="button"
        className="btn btn-sm"
        disabled={!hydrated}
        aria-disabled={isPending}
        onClick={() => void run()}
      >
        <Icon name="download" className="size-4" />
        {t('account:data.copyAction')}
      </button>
    </section>
  );
}
