import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Change } from './ChangeDialog.tsx';
import type { Issued } from './certificate-list.ts';

type Props = { certificate: Issued; onChange: (change: Change) => void };

/** Buttons to revoke and renew a certificate, or what is requested for it. */
export function RowActions({ certificate, onChange }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const { holderName, certificateName, status, requested, renewedUntil } = certificate;
  const name = { name: holderName, title: certificateName };
  if (requested)
    return <span className="badge badge-soft badge-warning">{t(`record:issued.requested.${requested}`)}</span>;
  if (status === 'revoked') return null;
  return (
    <div className="flex gap-2 sm:justify-end">
      {renewedUntil && (
        <button
          type="button"
          className="btn btn-sm"
          disabled={!hydrated}
          aria-label={t('record:issued.renewOf', name)}
          onClick={() => onChange({ kind: 'renew', certificate })}
        >
          {t('record:issued.renew')}
        </button>
      )}
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        disabled={!hydrated}
        aria-label={t('record:issued.revokeOf', name)}
        onClick={() => onChange({ kind: 'revoke', certificate })}
      >
        {t('record:issued.revoke')}
      </button>
    </div>
  );
}
