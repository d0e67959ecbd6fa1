import { api } from '#src/client/api.ts';
import { expectExports } from '#src/client/downloads.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { Input } from '#src/contract/calls.ts';
import { island, useT } from '#src/i18n/island.tsx';

/** Filter of the export: the entries of the list beside the button, all pages. */
type Props = { input: Input<'POST /data/auth/user/credit/hour/change/record/export'> };

/** Requests an export of ledger entries; it appears in the download centre (spec section 2). */
export function ExportButton({ input }: Props) {
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
      // Not `disabled`, which would lose the focus.
      aria-disabled={isPending}
      className="btn btn-ghost btn-sm shrink-0 font-normal"
      onClick={() => void run()}
    >
      <Icon name="download" className="size-4" />
      {t('export:button')}
    </button>
  );
}

export default island(ExportButton);
