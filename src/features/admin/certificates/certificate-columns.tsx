import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import type { Column } from '../kit/table-columns.ts';
import type { Issued, Order } from './certificate-list.ts';

const TONES: Record<Issued['status'], string> = {
  held: 'badge-success',
  expired: 'badge-ghost',
  revoked: 'badge-error',
};

/** Columns of the table of issued certificates. */
export function useColumns(timeZone: string): Column<Issued, Order>[] {
  const t = useT();
  const locale = useLocale();
  const date = (moment: string) => dateText(moment, timeZone, locale);
  return [
    {
      id: 'holder',
      title: t('record:issued.holder'),
      sort: 'holderName',
      isMain: true,
      cell: ({ holderName, userName, department }) => (
        <>
          <span className="font-medium">{holderName}</span>
          {userName !== holderName && (
            <span className="block text-sm text-muted">
              {t('record:issued.nameOn')} {userName}
            </span>
          )}
          {department && <span className="block text-sm text-muted">{department}</span>}
        </>
      ),
    },
    {
      id: 'certificate',
      title: t('record:issued.kind'),
      sort: 'certificateName',
      cell: ({ certificateName }) => certificateName,
    },
    {
      id: 'status',
      title: t('record:issued.status'),
      cell: ({ status, revokeTime, revokeReason }) => (
        <span>
          <span className={`badge badge-sm badge-soft ${TONES[status]}`}>{t(`enum:certificateStatus.${status}`)}</span>
          {revokeTime && (
            <span className="block text-sm text-error">
              {t('record:certificate.revokedNote', { date: date(revokeTime), reason: revokeReason ?? '' })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'issued',
      isRoomy: true,
      title: t('record:issued.issued'),
      sort: 'gmtCreate',
      isLatestFirst: true,
      cell: ({ gmtCreate }) => date(gmtCreate),
    },
    {
      id: 'until',
      title: t('record:issued.until'),
      sort: 'expireTime',
      cell: ({ expireTime }) => (expireTime ? date(expireTime) : t('record:certificate.forGood')),
    },
    {
      id: 'number',
      title: t('record:issued.number'),
      cell: ({ certificateNo, replacedBy, replaces }) => (
        <span className="tabular-nums">
          {certificateNo}
          {replacedBy && (
            <span className="block text-sm text-muted">
              {t('record:certificate.replacedBy')} {replacedBy}
            </span>
          )}
          {replaces && (
            <span className="block text-sm text-muted">
              {t('record:certificate.replaces')} {replaces}
            </span>
          )}
        </span>
      ),
    },
    { id: 'way', title: t('record:issued.way'), isExtra: true, cell: ({ issueWay }) => t(`enum:issueWay.${issueWay}`) },
  ];
}
