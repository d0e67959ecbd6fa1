import type { Locale } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';
import { dateText } from '#src/lib/dates.ts';
import { sheetWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import type { run } from './make-sheet.task.ts';

const MAKE = defineTask<typeof run>('#src/server/record/sheet/make-sheet.task.ts', {
  slow: 'certificateTooSlow',
  large: 'certificateTooSlow',
});

/** What a certificate says, and its state now. */
export type Printed = {
  certificateName: string;
  certificateNo: string;
  issuer: string;
  enterpriseName: string;
  userName: string;
  gmtCreate: Date;
  expireTime: Date | null;
  revokeTime: Date | null;
  replacedBy: string | null;
};

type Asked = {
  locale: Locale;
  timeZone: string;
  /** Origin of the tenant's host, for the address by which the certificate is verified. */
  origin: string;
  owner: string;
  signal?: AbortSignal;
};

/**
 * Makes a certificate as PDF in another thread. A revoked one has a stamp and says since when.
 * @throws AppError 422 `certificateGlyphs` for characters that the font does not have; 429 `workBusy`; 422 `certificateTooSlow`
 */
export function makeSheet(
  certificate: Printed,
  { locale, timeZone, origin, owner, signal }: Asked,
): Promise<Uint8Array> {
  const t = getT(locale);
  const date = (moment: Date) => dateText(moment, timeZone, locale);
  const { certificateName, certificateNo, issuer, enterpriseName, userName, gmtCreate, expireTime } = certificate;
  const { revokeTime, replacedBy } = certificate;
  const note =
    revokeTime &&
    [
      `${t('record:certificate.revokedOn')} ${date(revokeTime)}`,
      replacedBy && t('record:certificate.replacedNote', { number: replacedBy }),
    ]
      .filter(Boolean)
      .join(' · ');
  const texts = {
    ...{ company: enterpriseName, heading: t('record:certificate.heading'), kind: certificateName, name: userName },
    ...{ awardedTo: t('record:certificate.awardedTo'), statement: t('record:certificate.statement'), issuer, note },
    facts: [
      [t('record:certificate.number'), certificateNo],
      [t('record:certificate.validUntil'), expireTime ? date(expireTime) : t('record:certificate.forGood')],
    ] as [string, string][],
    ...{ issuedOn: date(gmtCreate), scan: t('record:certificate.scan') },
    stamp: revokeTime && t('record:certificate.revokedStamp'),
    verifyUrl: `${origin}/certificate/${certificateNo}`,
  };
  const about = {
    ...{ title: `${certificateName} · ${certificateNo}`, author: issuer, subject: userName },
    ...{ lang: locale === 'zh' ? 'zh-CN' : 'en', at: gmtCreate.toISOString() },
  };
  return sheetWork.run(MAKE, { texts, about }, { owner, signal });
}
