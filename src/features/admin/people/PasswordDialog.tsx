import { useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { useT } from '#src/i18n/island.tsx';
import { Confirm } from '../kit/Confirm.tsx';
import { peopleChanged } from './effects.ts';

type Props = { userId: string; name: string; onClose: () => void };

/** Asks before the password of a member is replaced, and shows the new one, which is stored nowhere. */
export function PasswordDialog({ userId, name, onClose }: Props) {
  const t = useT();
  const [password, setPassword] = useState<string | null>(null);
  const isReset = useRef(false);
  if (password === null)
    return (
      <Confirm
        title={t('people:confirm.password', { name })}
        consequences={[t('people:password.sessions'), t('people:password.next'), t('people:password.once')]}
        action={t('people:act.password')}
        onConfirm={async () => {
          const made = await api('POST /user/auth/people/password/reset', { userId });
          isReset.current = true;
          peopleChanged();
          setPassword(made.password);
        }}
        // After the reset, the password is shown in its place.
        onClose={() => isReset.current || onClose()}
      />
    );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(password);
      notify(t('people:password.copied'), 'success');
    } catch {
      notify(t('people:password.notCopied'), 'error');
    }
  };
  return (
    <ActionDialog title={t('people:password.title', { name })} onClose={onClose} className="max-w-lg">
      <p>{t('people:password.shown')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <output className="rounded-field bg-base-200 px-4 py-2 font-mono text-xl tracking-wider break-all select-all">
          {password}
        </output>
        <button type="button" className="btn" onClick={() => void copy()}>
          {t('people:password.copy')}
        </button>
      </div>
      <div className="modal-action mt-0">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t('common:close')}
        </button>
      </div>
    </ActionDialog>
  );
}
