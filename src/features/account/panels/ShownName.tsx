import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { SelectLine } from '#src/components/SelectLine.tsx';
import { SHOWN_NAMES, type ShownName as Shown } from '#src/contract/rules/certificate.ts';
import { useT } from '#src/i18n/island.tsx';

const VIEW = 'GET /course/auth/user/certificate/choice/view';

/** How strangers who verify a certificate of the viewer see their name. */
export function ShownName() {
  const t = useT();
  const chosen = useCall(VIEW, {}).data?.holderName;
  const choose = useAction(async (holderName: Shown) => {
    await api('PUT /course/auth/user/certificate/choice/save', { holderName });
    invalidate(VIEW);
    notify(t('record:certificate.shownName.saved'), 'success');
  });
  return (
    <SelectLine
      label={t('record:certificate.shownName.label')}
      value={chosen ?? 'masked'}
      choices={SHOWN_NAMES}
      textOf={(each) => t(`record:certificate.shownName.${each}`)}
      disabled={!chosen || choose.isPending}
      onChoose={(each) => void choose.run(each)}
    />
  );
}
