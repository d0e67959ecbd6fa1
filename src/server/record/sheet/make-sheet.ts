import type { Layout, Placeholder } from '#src/contract/rules/certificate-layout.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';
import { amountText } from '#src/lib/amount-text.ts';
import { dateText } from '#src/lib/dates.ts';
import { sheetWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { loadPictures } from './load-pictures.ts';
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
  /** Class hours and credits of what earned it, when it was issued; null: of one that was issued by hand. */
  classHours: string | null;
  credits: string | null;
  revokeTime: Date | null;
  replacedBy: string | null;
  /** Of the version of the template with which it was issued; null: as the portal makes certificates. */
  layout: Layout | null;
};

type Asked = {
  locale: Locale;
  timeZone: string;
  /** Origin of the tenant's host, for the address by which the certificate is verified. */
  origin: string;
  /** The enterprise. */
  owner: string;
  signal?: AbortSignal;
};

/** In the place of hours and credits of a certificate that was issued by hand. */
const NO_AMOUNT = '–';

/** What is written in the places of placeholders. */
export function sheetValues(
  {
    certificateName,
    certificateNo,
    issuer,
    enterpriseName,
    userName,
    gmtCreate,
    expireTime,
    classHours,
    credits,
  }: Omit<Printed, 'revokeTime' | 'replacedBy' | 'layout'>,
  { locale, timeZone }: Pick<Asked, 'locale' | 'timeZone'>,
): Record<Placeholder, string> {
  const date = (moment: Date) => dateText(moment, timeZone, locale);
  const amount = (value: string | null) => (value === null ? NO_AMOUNT : amountText(Number(value), locale));
  return {
    ...{ hours: amount(classHours), credits: amount(credits) },
    ...{ name: userName, title: certificateName, number: certificateNo, issuer, enterprise: enterpriseName },
    issuedOn: date(gmtCreate),
    validUntil: expireTime ? date(expireTime) : getT(locale)('record:certificate.forGood'),
  };
}

/**
 * Makes a certificate as PDF in another thread. A revoked one has a stamp and says since when.
 * @throws AppError 422 `certificateGlyphs` for characters that the font does not have; 429 `workBusy`; 422 `certificateTooSlow`
 */
export async function makeSheet(certificate: Printed, asked: Asked): Promise<Uint8Array> {
  const { locale, timeZone, origin, owner, signal } = asked;
  const t = getT(locale);
  const { certificateName, certificateNo, issuer, userName, gmtCreate, revokeTime, replacedBy, layout } = certificate;
  const values = sheetValues(certificate, asked);
  const note =
    revokeTime &&
    [
      `${t('record:certificate.revokedOn')} ${dateText(revokeTime, timeZone, locale)}`,
      replacedBy && t('record:certificate.replacedNote', { number: replacedBy }),
    ]
      .filter(Boolean)
      .join(' · ');
  const sheet = {
    marks: { stamp: revokeTime && t('record:certificate.revokedStamp'), note },
    about: {
      ...{ title: `${certificateName} · ${certificateNo}`, author: issuer, subject: userName },
      ...{ lang: locale === 'zh' ? 'zh-CN' : 'en', at: gmtCreate.toISOString() },
    },
  };
  const verifyUrl = `${origin}/certificate/${certificateNo}`;
  if (layout) {
    const pictures = await loadPictures(owner, layout);
    const template = { layout, lang: locale, values, pictures, verifyUrl };
    return sheetWork.run(MAKE, { ...sheet, template }, { owner, signal });
  }
  const texts = {
    ...{ company: values.enterprise, heading: t('record:certificate.heading'), kind: certificateName },
    ...{ awardedTo: t('record:certificate.awardedTo'), name: userName, statement: t('record:certificate.statement') },
    facts: [
      [t('record:certificate.number'), certificateNo],
      [t('record:certificate.validUntil'), values.validUntil],
    ] as [string, string][],
    ...{ issuer, issuedOn: values.issuedOn, scan: t('record:certificate.scan'), verifyUrl },
  };
  return sheetWork.run(MAKE, { ...sheet, texts }, { owner, signal });
}

/**
 * Makes a template as PDF with given values; at its foot it says that it is no certificate.
 * @throws AppError as `makeSheet`
 */
export async function makeSample(
  { layout, values, at }: { layout: Layout; values: Record<Placeholder, string>; at: Date },
  { locale, origin, owner, signal }: Omit<Asked, 'timeZone'>,
): Promise<Uint8Array> {
  const note = getT(locale)('record:certificate.sample');
  const verifyUrl = `${origin}/certificate/${values.number}`;
  const template = { layout, lang: locale, values, pictures: await loadPictures(owner, layout), verifyUrl };
  const about = {
    ...{ title: note, author: values.issuer, subject: note },
    ...{ lang: locale === 'zh' ? 'zh-CN' : 'en', at: at.toISOString() },
  };
  return sheetWork.run(MAKE, { template, marks: { stamp: null, note }, about }, { owner, signal });
}
