import { api } from '#src/client/api.ts';
import { expectExports } from '#src/client/downloads.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { Call, Input } from '#src/contract/calls.ts';
import { island, useT } from '#src/i18n/island.tsx';

/** Operations that request an export of a list. */
type ExportCall = Extract<Call, `${string}/export`>;
type Props = {
  /** `input` is the filter of the list beside the button: all its pages are exported. */
  [C in ExportCall]: { call: C; input: Input<C>; label?: string };
}[ExportCall];

/** Requests an export of a list; it appears in the download centre. */
export function ExportButton({ call, input, label }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const { run, isPending } = useAction(async () => {
    const record = await api(call, input);
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
      {label ?? t('export:button')}
    </button>
  );
}

export default island(ExportButton);
