import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { Input } from '#src/contract/calls.ts';
import { expectExports } from '#src/features/header/downloads/export-news.ts';
import { useT } from '#src/i18n/island.tsx';

/** Requests a file of the ledger lines that a list shows: all of them, with the filter of the list. */
export function ExportButton({ input }: { input: Input<'POST /data/auth/user/credit/hour/change/record/export'> }) {
  const t = useT();
  const hydrated = useHydrated();
  const { run, isPending } = useAction(async () => {
    const record = await api('POST /data/auth/user/credit/hour/change/record/export', input);
    notify(t('export:requested'), 'success');
    expectExports([record]);
  });
  return (
    <button
      type="button"
      disabled={!hydrated}
      aria-disabled={isPending}
      onClick={() => void run()}
      className="btn btn-ghost btn-sm shrink-0 font-normal"
    >
      <Icon name="download" className="size-4" />
      {t('export:button')}
    </button>
  );
}
