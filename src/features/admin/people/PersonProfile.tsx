import type { ReactNode } from 'react';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText, dateTimeText, dayText } from '#src/lib/dates.ts';
import { type PersonData, titleOf } from './person-form.ts';
import { tabPath } from './person-tabs.ts';

type Props = { person: PersonData; timeZone: string };

/** What the enterprise knows about a member, and numbers of what they did. */
export function PersonProfile({ person, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const { userId, counts, hours } = person;
  const time = (moment: string) => dateTimeText(moment, timeZone, locale);
  const facts: [label: string, value: ReactNode][] = [
    [titleOf(t, 'employeeNo'), person.employeeNo],
    [titleOf(t, 'departmentId'), person.department],
    [titleOf(t, 'positionId'), person.post],
    [
      titleOf(t, 'superiorId'),
      person.superiorId && (
        <a
          className="link"
          href={href(locale, `/admin/people?superiorId=${person.superiorId}`)}
          title={t('people:person.reports')}
        >
          {person.superiorName}
        </a>
      ),
    ],
    [titleOf(t, 'joinedOn'), person.joinedOn && dayText(person.joinedOn, locale)],
    [titleOf(t, 'userType'), t(`enum:userType.${person.userType}`)],
    [
      titleOf(t, 'phone'),
      person.phone && (
        <>
          {person.phone}
          {person.phoneUnverified && <span className="ms-2 text-sm text-muted">{t('people:person.unverified')}</span>}
        </>
      ),
    ],
    [titleOf(t, 'email'), person.email],
    [titleOf(t, 'sex'), t(`people:sex.${person.sex}`)],
    [t('people:person.nickname'), person.nickname],
    [t('people:table.seen'), person.lastSeenAt && time(person.lastSeenAt)],
    [t('people:person.password'), t(person.hasPassword ? 'people:person.hasPassword' : 'people:person.noPassword')],
    [t('people:person.since'), dateText(person.gmtCreate, timeZone, locale)],
    ...(person.disabledAt ? [[t('people:person.disabledAt'), time(person.disabledAt)] as [string, ReactNode]] : []),
  ];
  const sum = Math.round(Object.values(hours).reduce((total, each) => total + each, 0) * 100) / 100;
  const numbers = [
    { tab: 'study', label: t('people:person.courses'), value: `${counts.completed} / ${counts.courses}` },
    { tab: 'exams', label: t('people:person.exams'), value: `${counts.passed} / ${counts.attempts}` },
    { tab: 'certificates', label: t('people:tab.certificates'), value: String(counts.certificates) },
    { tab: 'hours', label: t('people:tab.hours'), value: String(sum) },
  ] as const;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[2fr_1fr]">
      <section className="paper p-4 sm:p-6" aria-label={t('people:tab.profile')}>
        <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="break-words">{value ?? <span className="text-muted">{t('people:person.none')}</span>}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="paper p-4 sm:p-6" aria-label={t('people:person.numbers')}>
        <dl className="grid grid-cols-2 gap-4">
          {numbers.map(({ tab, label, value }) => (
            <div key={tab}>
              <dt className="text-sm text-muted">
                <a className="link link-hover" href={tabPath(locale, userId, tab)}>
                  {label}
                </a>
              </dt>
              <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
