import { useId } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';
import { CALLS, type OwnRank } from './rankings.ts';

const NAMES = ['name', 'department', 'hidden'] as const;

/** How the viewer appears in rankings, where the enterprise leaves a choice. */
export function OwnChoice({ names }: { names: NonNullable<OwnRank['names']> }) {
  const t = useT();
  const hydrated = useHydrated();
  const id = useId();
  const choose = useAction(async (chosen: (typeof NAMES)[number]) => {
    await api('PUT /user/auth/ranking/choice/save', { names: chosen });
    invalidate(...Object.values(CALLS).flat());
    notify(t('ranking:choice.saved'), 'success');
  });
  return (
    <p className="flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="text-sm text-muted">
        {t('ranking:choice.label')}
      </label>
      <select
        id={id}
        className="select w-auto select-sm"
        value={names}
        disabled={!hydrated || choose.isPending}
        onChange={({ target }) => void choose.run(NAMES[target.selectedIndex]!)}
      >
        {NAMES.map((each) => (
          <option key={each} value={each}>
            {t(`ranking:choice.${each}`)}
          </option>
        ))}
      </select>
    </p>
  );
}
