import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

type Consent = {
  /** Opens the dialog. @returns whether the person agreed */
  ask: () => Promise<boolean>;
  /** The dialog while it is open; belongs into the output of the component. */
  dialog: ReactNode;
};

/** Asks for consent to the agreement and privacy texts of this host's enterprise, before somebody first enters it. */
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
  const link = 'text-primary underline underline-offset-4';
  return (
    <ConfirmDialog
      title={t('company:consent.title')}
      yes={t('company:consent.agree')}
      yesClass="btn-primary"
      no={t('company:consent.cancel')}
      onAnswer={onAnswer}
    >
      <p className="text-muted">
        {t('company:consent.text', { name: tenantName })}
        <a href={href(locale, '/agreement')} target="_blank" className={link}>
          {t('account:login.agreement')}
        </a>
        {t('account:login.and')}
        <a href={href(locale, '/agreement?code=privacy')} target="_blank" className={link}>
          {t('account:login.privacy')}
        </a>
      </p>
    </ConfirmDialog>
  );
}
