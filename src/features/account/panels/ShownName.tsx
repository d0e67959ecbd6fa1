import { useId } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { SHOWN_NAMES, type ShownName as Shown } from '#src/contract/rules/certificate.ts';
import { useT } from '#src/i18n/island.tsx';

const VIEW = 'GET /course/auth/user/certificate/choice/view';

/** How strangers who verify a certificate of the viewer see their name. */
export function ShownName() {
  const t = useT();
  const hydrated = useHydrated();
  const id = useId();
  const chosen = useCall(VIEW, {}).data?.holderName;
  const choose = useAction(async (holderName: Shown) => {
    await api('PUT /course/auth/user/certificate/choice/save', { holderName });
    invalidate(VIEW);
    notify(t('record:certificate.shownName.saved'), 'success');
  });
  return (
    <p className="flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="text-sm text-muted">
        {t('record:certificate.shownName.label')}
      </label>
      <select
        id={id}
        className="select w-auto select-sm"
        value={chosen ?? 'masked'}
        disabled={!hydrated || !chosen || choose.isPending}
        onChange={({ target }) => void choose.run(SHOWN_NAMES[target.selectedIndex]!)}
      >
        {SHOWN_NAMES.map((each) => (
          <option key={each} value={each}>
            {t(`record:certificate.shownName.${each}`)}
          </option>
        ))}
      </select>
    </p>
  );
}
