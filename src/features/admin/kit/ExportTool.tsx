import { api } from '#src/client/api.ts';
import { expectExports } from '#src/client/downloads.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { Call, Input } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';

type ExportCall = Extract<Call, `${string}/export`>;
type Props<C extends ExportCall> = { call: C; input: Input<C>; label?: string };

/** Requests an export of what the filters of a table find; it appears in the download centre. */
export function ExportTool<C extends ExportCall>({ call, input, label }: Props<C>) {
  const t = useT();
  const hydrated = useHydrated();
  const { run, isPending } = useAction(async () => {
    const record = await api(call, input as never);
    notify(t('export:requested'), 'success');
    expectExports([record]);
  });
  return (
    <button
      type="button"
      className="btn border-base-300 bg-base-100 btn-sm font-normal"
      disabled={!hydrated}
      aria-disabled={isPending}
      onClick={() => void run()}
    >
      <Icon name="download" className="size-4" />
      {label ?? t('export:button')}
    </button>
  );
}
