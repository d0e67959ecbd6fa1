import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { SelectLine } from '#src/components/SelectLine.tsx';
import { useT } from '#src/i18n/island.tsx';
import { CALLS, type OwnRank } from './rankings.ts';

const NAMES = ['name', 'department', 'hidden'] as const;

/** How the viewer appears in rankings, where the enterprise leaves a choice. */
export function OwnChoice({ names }: { names: NonNullable<OwnRank['names']> }) {
  const t = useT();
  const choose = useAction(async (chosen: (typeof NAMES)[number]) => {
    await api('PUT /user/auth/ranking/choice/save', { names: chosen });
    invalidate(...Object.values(CALLS).flat());
    notify(t('ranking:choice.saved'), 'success');
  });
  return (
    <SelectLine
      label={t('ranking:choice.label')}
      value={names}
      choices={NAMES}
      textOf={(each) => t(`ranking:choice.${each}`)}
      disabled={choose.isPending}
      onChoose={(each) => void choose.run(each)}
    />
  );
}
