import type { DataGroup } from '#src/contract/privacy.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { xml } from '#src/lib/xml.ts';
import { turns } from '#src/server/core/turns.ts';
import { groupOf } from './data-groups.ts';
import type { PersonExport } from './export-person.ts';

type Options = { locale: Locale; timeZone: string; t: Translate };
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;

/** Writes the data of a member as a page that stands alone: one section for each subject, one table for each table with rows. */
export async function personPage(
  { data, exportedAt, enterprise }: PersonExport,
  { locale, timeZone, t }: Options,
): Promise<string> {
  const turn = turns();
  const sections = new Map<DataGroup, string[]>();
  for (const [table, rows] of Object.entries(data)) {
    if (rows.length === 0) continue;
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const parts = [
      `<h3>${xml(table)} (${rows.length})</h3><div><table><tr>${columns.map((each) => `<th>${xml(each)}</th>`).join('')}</tr>`,
    ];
    for (const row of rows) {
      parts.push(`<tr>${columns.map((each) => `<td>${cell(row[each], { locale, timeZone })}</td>`).join('')}</tr>`);
      await turn();
    }
    const group = groupOf(table);
    sections.set(group, [...(sections.get(group) ?? []), `${parts.join('\n')}</table></div>`]);
  }
  const title = t('account:data.copyTitle', { enterprise: enterprise.name });
  return `<!doctype html>
<html lang="${locale === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${xml(title)}</title>
<style>body{font:14px/1.5 system-ui,sans-serif;margin:1.5rem}div{overflow-x:auto}table{border-collapse:collapse}
td,th{border:1px solid #ccc;padding:.2rem .5rem;text-align:start;vertical-align:top;max-width:30rem;overflow-wrap:anywhere}</style>
</head>
<body>
<h1>${xml(title)}</h1>
<p>${xml(t('account:data.copyHint', { date: dateTimeText(exportedAt, timeZone, locale) }))}</p>
${[...sections].map(([group, tables]) => `<h2>${xml(t(`account:data.group.${group}`))}</h2>\n${tables.join('\n')}`).join('\n')}
</body>
</html>
`;
}

function cell(value: unknown, { locale, timeZone }: Pick<Options, 'locale' | 'timeZone'>): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return xml(INSTANT.test(value) ? dateTimeText(value, timeZone, locale) : value);
  return xml(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
