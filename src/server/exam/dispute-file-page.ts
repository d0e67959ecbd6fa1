import type { Locale } from '#src/i18n/locale.ts';
import { getT, type T } from '#src/i18n/server.ts';
import { dateTimeText, inZone } from '#src/lib/dates.ts';
import { xml } from '#src/lib/xml.ts';
import type { JournalRow } from './journal-hash.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { DisputeFileStart } from './make-dispute-file.ts';
import { JSON_END, JSON_START } from '#src/server/core/signed-file.ts';

/**
 * The readable page of a dispute file, which stands alone: it is opened from a folder. It comes by parts, because a journal can be
 * larger than the memory of the portal.
 * @param rows reads the journal; called twice
 * @param answers the counted ones
 */
export async function* disputeFilePage(
  content: DisputeFileStart,
  rows: () => AsyncIterable<JournalRow>,
  { answers, locale }: { answers: Record<string, unknown> | null; locale: Locale },
): AsyncGenerator<string> {
  const t = getT(locale);
  const time = (at: string) => inZone(at, content.enterprise.timeZone).format('YYYY-MM-DD HH:mm:ss');
  const facts: [string, string][] = [
    [t('exam:pack.candidate'), content.candidate.userName],
    [t('exam:pack.attempt'), `${content.exam.title} · ${t('exam:start.attempt', { n: content.attempt.number })}`],
    [t('exam:pack.started'), time(content.attempt.startedAt)],
    [t('exam:pack.deadline'), time(content.attempt.deadlineAt)],
    [t('exam:done.at'), time(content.receipt!.serverTime)],
    [t('exam:done.answered'), t('exam:done.of', { n: content.receipt!.answerCount, total: content.paper.length })],
    [t('exam:done.code'), content.receipt!.hmac],
    [t('exam:pack.issued'), dateTimeText(content.issuedAt, content.enterprise.timeZone, locale)],
  ];
  const questions = content.paper.map((question, i) => [
    String(i + 1),
    String(question.stem),
    valueText(answers ? (answers[question.questionId] ?? null) : undefined, t),
  ]);
  yield `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<title>${xml(`${content.exam.title} · ${content.candidate.userName}`)}</title>
<style>body{font:15px/1.6 system-ui,sans-serif;max-width:1000px;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}
td,th{border:1px solid #ccc;padding:.3rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere;white-space:pre-line}</style>
</head>
<body>
<h1>${xml(content.enterprise.name)} · ${xml(t('exam:pack.title'))}</h1>
<p>${xml(t('exam:pack.hint'))}</p>
${table(facts.map(row))}
<h2>${xml(t('exam:pack.answers'))}</h2>
${table([head(['#', t('exam:pack.question'), t('exam:review.mine')]), ...questions.map(row)])}
<h2>${xml(t('exam:pack.journal'))}</h2>
<table>${head(['#', t('exam:pack.time'), t('exam:pack.event'), t('exam:pack.detail'), t('exam:pack.hash')])}
`;
  const numbers = new Map(content.paper.map((question, i) => [question.questionId, i + 1]));
  for await (const each of rows())
    yield `${row([
      String(each.seq),
      time(each.at),
      t(`exam:pack.kind.${each.kind}`),
      detailText(each, numbers, t),
      each.hash.slice(0, 16),
    ])}\n`;
  // `rows` is the last key in canonical order, so that the list can be written row by row.
  const start = canonicalJson({ ...content, rows: [] });
  yield `</table>\n${JSON_START}${harmless(start.slice(0, -']}'.length))}`;
  let separator = '';
  for await (const each of rows()) {
    yield separator + harmless(canonicalJson(each));
    separator = ',';
  }
  yield `]}${JSON_END}
</body>
</html>`;
}

/** JSON in a script element. */
const harmless = (json: string) => json.replaceAll('<', '\\u003c');

const cells = (tag: string, texts: string[]) =>
  `<tr>${texts.map((text) => `<${tag}>${xml(text)}</${tag}>`).join('')}</tr>`;
const head = (texts: string[]) => cells('th', texts);
const row = (texts: string[]) => cells('td', texts);
const table = (rows: string[]) => `<table>${rows.join('\n')}</table>`;

/** An answer; undefined: the dispute file does not contain it. */
function valueText(value: unknown, t: T): string {
  if (value === undefined) return '–';
  if (value === null) return t('exam:review.none');
  if (typeof value === 'boolean') return t(value ? 'exam:hall.true' : 'exam:hall.false');
  return Array.isArray(value) ? value.join(' / ') : String(value);
}

function detailText({ kind, data, content }: JournalRow, numbers: Map<string, number>, t: T): string {
  if (kind === 'answer') {
    const state = String(data['state']);
    const number = numbers.get(String(data['questionId'])) ?? '?';
    const counts = state === 'saved' ? '' : ` (${t(`exam:pack.state.${state}`)})`;
    const lang = data['lang'] ? ` · ${t(`exam:answeredIn.${String(data['lang'])}`)}` : '';
    return `${t('exam:hall.questionNumber', { n: number })}: ${valueText(content?.value, t)}${counts}${lang}`;
  }
  const { digest: _digest, ...shown } = data;
  const said = content ? [JSON.stringify(content.value)] : [];
  return [...Object.entries(shown).map(([name, value]) => `${name}: ${String(value)}`), ...said].join('\n');
}
