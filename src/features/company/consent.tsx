import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

type Consent = {
  /** Opens the dialog. @returns whether the user agreed */
  ask: () => Promise<boolean>;
  /** The dialog while it is open; must be rendered by the component. */
  dialog: ReactNode;
};

/** Asks for consent to user agreement and privacy policy of this host's enterprise before the first entry. */
export function useConsent(tenantName: string): Consent {
  const [answer, setAnswer] = useState<((agreed: boolean) => void) | null>(null);
  return {
    ask: () => new Promise((resolve) => setAnswer(() => resolve)),
    dialog: answer && (
      <ConsentDialog
        tenantName={tenantName}
        onAnswer={(agreed) => {
          setAnswer(null);
          answer(agreed);
        }}
      />
    ),
  };
}

function ConsentDialog({ tenantName, onAnswer }: { tenantName: string; onAnswer: (agreed: boolean) => void }) {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  const link = 'text-primary underline underline-offset-4';
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={id}
      // Also after Escape.
      onClose={() => onAnswer(dialog.current!.returnValue === 'agree')}
    >
      <div className="modal-box max-w-md">
        <h2 id={id} className="text-lg font-semibold">
          {t('company:consent.title')}
        </h2>
        <p className="mt-3 text-muted">
          {t('company:consent.text', { name: tenantName })}
          <a href={href(locale, '/agreement')} target="_blank" className={link}>
            {t('account:login.agreement')}
          </a>
          {t('account:login.and')}
          <a href={href(locale, '/agreement?code=privacy')} target="_blank" className={link}>
            {t('account:login.privacy')}
          </a>
        </p>
        <form method="dialog" className="modal-action">
          <button className="btn">{t('company:consent.cancel')}</button>
          <button className="btn btn-primary" value="agree">
            {t('company:consent.agree')}
          </button>
        </form>
      </div>
    </dialog>
  );
}
