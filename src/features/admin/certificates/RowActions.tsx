import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { HistoryButton } from '../kit/History.tsx';
import type { Change } from './ChangeDialog.tsx';
import type { Issued } from './certificate-list.ts';

type Props = { certificate: Issued; timeZone: string; onChange: (change: Change) => void };

/** Buttons to revoke and renew a certificate, or what is requested for it; and its history. */
export function RowActions({ certificate, timeZone, onChange }: Props) {
  const { id, holderName, certificateName } = certificate;
  const t = useT();
  const locale = useLocale();
  const name = `${certificateName} · ${holderName}`;
  return (
    <div className="flex items-center gap-2 sm:justify-end">
      <Changes certificate={certificate} onChange={onChange} />
      <a
        className="btn btn-ghost btn-square btn-sm"
        href={href(locale, `/account/certificate/${id}.pdf`)}
        download
        aria-label={t('record:issued.pdfOf', { name: holderName, title: certificateName })}
      >
        <Icon name="download" className="size-4" />
      </a>
      <HistoryButton isIcon kind="certificate" id={id} name={name} timeZone={timeZone} />
    </div>
  );
}

function Changes({ certificate, onChange }: Omit<Props, 'timeZone'>) {
  const t = useT();
  const hydrated = useHydrated();
  const { holderName, certificateName, status, requested, renewedUntil } = certificate;
  const name = { name: holderName, title: certificateName };
  if (requested)
    return <span className="badge badge-soft badge-warning">{t(`record:issued.requested.${requested}`)}</span>;
  if (status === 'revoked') return null;
  return (
    <>
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
        className="btn btn-sm"
        disabled={!hydrated}
        aria-label={t('record:issued.correctOf', name)}
        onClick={() => onChange({ kind: 'correct', certificate })}
      >
        {t('record:issued.correct')}
      </button>
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        disabled={!hydrated}
        aria-label={t('record:issued.revokeOf', name)}
        onClick={() => onChange({ kind: 'revoke', certificate })}
      >
        {t('record:issued.revoke')}
      </button>
    </>
  );
}
