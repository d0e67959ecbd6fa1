import type { Locale } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';
import { amountText } from '#src/lib/amount-text.ts';
import { dateText } from '#src/lib/dates.ts';
import { sheetWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import type { run } from './make-statement.task.ts';
import type { annualStatement, StatementContent } from '../tables/statement.ts';

const MAKE = defineTask<typeof run>('#src/server/record/statement/make-statement.task.ts', {
  slow: 'certificateTooSlow',
  large: 'certificateTooSlow',
});

export type Issued = Omit<typeof annualStatement.$inferSelect, 'id' | 'enterpriseId' | 'userId'>;
type Asked = {
  locale: Locale;
  timeZone: string;
  /** Origin of the tenant's host, for the address by which the statement is verified. */
  origin: string;
  owner: string;
  signal?: AbortSignal;
};

/** Departments that the summary lists; the table of people has all. */
const MAX_PARTS = 300;

/** The name of a certificate in a language, as far as it has one. */
export const titleOf = ({ name, titles }: StatementContent['certificates'][number], locale: Locale): string =>
  titles?.[locale] || titles?.[locale === 'zh' ? 'en' : 'zh'] || name;

/**
 * Makes a statement as PDF in another thread: the same row gives the same document.
 * @throws AppError 422 `certificateGlyphs` for characters of a name that the font does not have; 429 `workBusy`; 422 `certificateTooSlow`
 */
export function makeStatement(statement: Issued, { locale, timeZone, origin, owner, signal }: Asked) {
  const t = getT(locale);
  const date = (moment: Date | string) => dateText(moment, timeZone, locale);
  const { statementNo, year, userName, department, people, enterpriseName, content, issuedAt } = statement;
  const { hours, credits, examCount, certificateCount, exams, certificates, parts } = content;
  const number = (value: string) => amountText(Number(value), locale);
  const text = (name: string, params?: object) => t(`statement:sheet.${name}`, params as never);
  const about = userName ?? content.organisation ?? department ?? enterpriseName;
  const more = (all: number, shown: number) => (all > shown ? text('more', { count: all - shown }) : null);
  const tables = people
    ? [
        {
          title: text('parts'),
          columns: [
            { header: text('department'), width: 40 },
            ...['people', 'hours', 'credits', 'exams', 'certificates'].map((name) => ({
              ...{ header: text(name), width: 12, isNumber: true },
            })),
          ],
          rows: parts
            .slice(0, MAX_PARTS)
            .map((part) => [
              part.department || '–',
              ...[String(part.people), number(part.hours.total), number(part.credits)],
              ...[String(part.examCount), String(part.certificateCount)],
            ]),
          more: more(parts.length, MAX_PARTS),
        },
      ]
    : [
        {
          title: text('examsPassed'),
          columns: [
            { header: text('exam'), width: 60 },
            { header: text('result'), width: 20, isNumber: true },
            { header: text('passedOn'), width: 20, isNumber: true },
          ],
          rows: exams.map(({ title, score, totalScore, passedAt }) => [
            ...[title, `${number(score)} / ${number(totalScore)}`, date(passedAt)],
          ]),
          more: more(examCount, exams.length),
        },
        {
          title: text('certificatesIssued'),
          columns: [
            { header: text('certificate'), width: 50 },
            { header: text('certificateNo'), width: 30 },
            { header: text('issuedOn'), width: 20, isNumber: true },
          ],
          rows: certificates.map((each) => [titleOf(each, locale), each.number, date(each.issuedAt)]),
          more: more(certificateCount, certificates.length),
        },
      ];
  const texts = {
    ...{ company: enterpriseName, heading: text('heading', { year }), name: about },
    facts: [
      [text('number'), statementNo],
      [text('issued'), date(issuedAt)],
      [text('period'), text('periodOf', { year, zone: timeZone })],
      ...(userName
        ? department
          ? [[text('department'), department]]
          : []
        : [[text('people'), String(people?.length)]]),
    ] as [string, string][],
    figures: [
      ...(['required', 'culture', 'lecturer', 'other'] as const).map((kind) => [
        t(`record:hours.${kind}`),
        number(hours[kind]),
      ]),
      [text('hoursTotal'), number(hours.total)],
      [text('credits'), number(credits)],
      [text('exams'), String(examCount)],
      [text('certificates'), String(certificateCount)],
    ] as [string, string][],
    ...{ figuresTitle: text('figures'), tables, none: text('none') },
    note: [
      text(userName ? 'notePerson' : 'noteDepartment'),
      content.organisation === undefined ? '' : text('noteOrganisation'),
    ]
      .filter(Boolean)
      .join(' '),
    ...{ scan: t('record:certificate.scan'), verifyUrl: `${origin}/statement/${statementNo}` },
  };
  const described = {
    ...{ title: `${texts.heading} · ${statementNo}`, author: enterpriseName, subject: about },
    ...{ lang: locale === 'zh' ? 'zh-CN' : 'en', at: issuedAt.toISOString() },
  };
  return sheetWork.run(MAKE, { texts, about: described }, { owner, signal });
}
