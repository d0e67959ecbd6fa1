import { useHydrated } from '#src/client/use-live.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import type { Change } from './ChangeDialog.tsx';
import type { Issued } from './desk-query.ts';

type Props = { certificate: Issued; timeZone: string; onChange: (change: Change) => void };

const TONES: Record<Issued['status'], string> = {
  held: 'badge-success',
  expired: 'badge-ghost',
  revoked: 'badge-error',
};

/** One issued certificate, with the buttons to revoke and renew it. */
export function IssuedRow({ certificate, timeZone, onChange }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const date = (moment: string) => dateText(moment, timeZone, locale);
  const { holderName, department, certificateName, certificateNo, status, requested } = certificate;
  const { expireTime, revokeTime, renewedUntil } = certificate;
  const name = { name: holderName, title: certificateName };
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{holderName}</span>
          {department && <span className="text-sm text-muted">{department}</span>}
          <span className={`badge badge-sm badge-soft ${TONES[status]}`}>{t(`enum:certificateStatus.${status}`)}</span>
        </p>
        <p className="mt-1 break-words">{certificateName}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
          <span>{certificateNo}</span>
          <span>{t(`enum:issueWay.${certificate.issueWay}`)}</span>
          <span>{t('record:desk.issuedOn', { date: date(certificate.gmtCreate) })}</span>
          <span>
            {expireTime ? t('record:desk.validUntil', { date: date(expireTime) }) : t('record:certificate.forGood')}
          </span>
        </p>
        {revokeTime && (
          <p className="mt-1 text-sm break-words text-error">
            {t('record:certificate.revokedNote', { date: date(revokeTime), reason: certificate.revokeReason ?? '' })}
          </p>
        )}
      </div>
      {requested ? (
        <span className="badge badge-soft badge-warning">{t(`record:desk.requested.${requested}`)}</span>
      ) : (
        status !== 'revoked' && (
          <div className="flex gap-2">
            {renewedUntil && (
              <button
                type="button"
                className="btn btn-sm"
                disabled={!hydrated}
                aria-label={t('record:desk.renewOf', name)}
                onClick={() => onChange({ kind: 'renew', certificate })}
              >
                {t('record:desk.renew')}
              </button>
            )}
            <button
              type="button"
              className="btn btn-outline btn-error btn-sm"
              disabled={!hydrated}
              aria-label={t('record:desk.revokeOf', name)}
              onClick={() => onChange({ kind: 'revoke', certificate })}
            >
              {t('record:desk.revoke')}
            </button>
          </div>
        )
      )}
    </div>
  );
}
