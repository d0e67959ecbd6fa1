import type { Locale } from '#src/i18n/locale.ts';
import { getT, type T } from '#src/i18n/server.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { dateText, dateTimeText } from '#src/lib/dates.ts';
import { xml } from '#src/lib/xml.ts';
import { JSON_END, JSON_START } from '#src/server/core/signed-file.ts';
import type { Evidence } from './evidence-format.ts';

/** The readable page of evidence, which stands alone, with the same as JSON. */
export function evidencePage(evidence: Evidence, locale: Locale): string {
  const t = getT(locale);
  const { person, requirement, enterprise, issuedBy } = evidence;
  const zone = enterprise.timeZone;
  const date = (moment: string) => dateText(moment, zone, locale);
  const time = (moment: string) => dateTimeText(moment, zone, locale);
  const facts: [string, string | null][] = [
    [t('requirement:evidence.person'), person.userName],
    [t('requirement:evidence.place'), [person.employeeNo, person.department, person.post].filter(Boolean).join(' · ')],
    [t('requirement:evidence.requirement'), requirement.title],
    [
      t('requirement:evidence.terms'),
      t('requirement:evidence.version', {
        number: requirement.version,
        since: requirement.since ? date(requirement.since) : '–',
      }),
    ],
    [
      t('requirement:evidence.subjects'),
      requirement.subjects.map(({ kind, title }) => `${t(`requirement:kind.${kind}`)} · ${title}`).join('\n'),
    ],
    [t('requirement:evidence.on'), evidence.on],
    [
      t('requirement:evidence.state'),
      evidence.state ? t(`requirement:state.${evidence.state}`) : t('requirement:why.noAssignment'),
    ],
    [t('requirement:evidence.computed'), time(evidence.computedAt)],
    [t('requirement:evidence.issuedBy'), issuedBy.userName],
  ];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<title>${xml(`${person.userName} · ${requirement.title} · ${evidence.on}`)}</title>
<style>body{font:15px/1.6 system-ui,sans-serif;max-width:1000px;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}
td,th{border:1px solid #ccc;padding:.3rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere;white-space:pre-line}</style>
</head>
<body>
<h1>${xml(`${enterprise.name} · ${t('requirement:evidence.title')}`)}</h1>
<p>${xml(t('requirement:evidence.hint'))}</p>
${table(facts.filter(([, text]) => text))}
<h2>${xml(t('requirement:why.facts'))}</h2>
${table(factRows(evidence, date, t))}
<h2>${xml(t('requirement:why.assignments'))}</h2>
${table(
  evidence.assignments.map(({ openedAt, openReason, closedAt, closeReason }) => [
    t('requirement:why.opened', { date: date(openedAt), reason: t(`requirement:why.open.${openReason}`) }),
    closedAt &&
      t('requirement:why.closed', { date: date(closedAt), reason: t(`requirement:why.close.${closeReason!}`) }),
  ]),
)}
<h2>${xml(t('requirement:why.decisions'))}</h2>
${table(
  evidence.decisions.map(({ kind, reason, on, at, byName, endedAt }) => [
    t(`requirement:why.${kind}`, { reason }),
    [
      kind === 'extension' && t('requirement:why.newDue', { date: on ?? '' }),
      kind === 'exemption' &&
        (on ? t('requirement:why.exemptUntil', { date: on }) : t('requirement:why.exemptForEver')),
      endedAt && t('requirement:why.ended', { date: date(endedAt) }),
      t('requirement:why.by', { name: byName ?? '', date: date(at) }),
    ]
      .filter(Boolean)
      .join(' · '),
  ]),
)}
${JSON_START}${canonicalJson(evidence).replaceAll('<', '\\u003c')}${JSON_END}
</body>
</html>`;
}

const factRows = ({ facts }: Evidence, date: (moment: string) => string, t: T) =>
  facts.map(({ verdict, kind, title, doneAt, endsAt, number }): [string, string] => [
    t(`requirement:why.verdict.${verdict}`),
    [
      `${t(`requirement:kind.${kind}`)} · ${title}`,
      doneAt && t('requirement:why.doneAt', { date: date(doneAt) }),
      endsAt && t('requirement:why.endsAt', { date: date(endsAt) }),
      number && t('requirement:why.number', { number }),
    ]
      .filter(Boolean)
      .join('\n'),
  ]);

const table = (rows: (string | null)[][]) =>
  rows.length === 0
    ? '<p>–</p>'
    : `<table>${rows.map((row) => `<tr>${row.map((text) => `<td>${xml(text ?? '')}</td>`).join('')}</tr>`).join('\n')}</table>`;
