import { useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { ProvenFirst } from './ProvenFirst.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpSetUp } from './TotpSetUp.tsx';

type View = Data<'GET /user/auth/user/info/factor/view'>;
type Props = {
  /** Address of the panel without a form. */
  here: string;
  onSaved: () => void;
};

/** Sets up, changes or removes the second factor; who has not signed in just now proves first that it is them. */
export function FactorForm(props: Props) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={props.onSaved} />;
  return <ProvenFirst here={props.here}>{(view) => <Proven {...props} view={view} onCodes={setCodes} />}</ProvenFirst>;
}

type ProvenProps = Props & { view: View; onCodes: (codes: string[]) => void };

function Proven({ view, here, onSaved, onCodes }: ProvenProps) {
  const t = useT();
  const [isNew, setNew] = useState(view.totpSince === null);
  const asked = useRef<HTMLDialogElement>(null);
  const renew = useAction(async () => {
    onCodes((await api('POST /user/auth/user/info/recovery/renew', {})).recoveryCodes);
  });
  const remove = useAction(async () => {
    await api('DELETE /user/auth/user/info/totp/remove', {});
    notify(t('account:factor.removed'), 'success');
    onSaved();
  });
  if (isNew) return <TotpSetUp here={here} onDone={onCodes} />;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm text-muted">{t('account:factor.codesLeft', { count: view.codesLeft })}</p>
      <button type="button" className="btn" onClick={() => setNew(true)}>
        {t('account:factor.otherApp')}
      </button>
      <button type="button" className="btn" aria-disabled={renew.isPending} onClick={() => void renew.run()}>
        {t('account:factor.renew')}
      </button>
      <button type="button" className="btn text-error" onClick={() => asked.current!.showModal()}>
        {t('account:factor.remove')}
      </button>
      <a href={here} className="btn btn-ghost">
        {t('common:cancel')}
      </a>
      <ConfirmDialog
        ref={asked}
        title={t('account:factor.removeTitle')}
        text={t('account:factor.removeText')}
        action={t('account:factor.remove')}
        isDestructive
        onConfirm={() => void remove.run()}
      />
    </div>
  );
}
