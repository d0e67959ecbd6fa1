import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useT } from '#src/i18n/island.tsx';
import { Confirm } from '../kit/Confirm.tsx';

type Props = { userId: string; name: string; onClose: () => void };

/** Asks before the second factor of a member is removed who has lost it. */
export function FactorReset({ userId, name, onClose }: Props) {
  const t = useT();
  return (
    <Confirm
      title={t('people:confirm.factor', { name })}
      consequences={[t('people:factor.first'), t('people:password.sessions'), t('people:factor.told')]}
      action={t('people:act.factor')}
      onConfirm={async () => {
        const { removed } = await api('POST /user/auth/people/factor/reset', { userId });
        notify(t(removed ? 'people:done.factor' : 'people:factor.none', { name }), 'success');
      }}
      onClose={onClose}
    />
  );
}
