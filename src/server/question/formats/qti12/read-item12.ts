import { analysisOf, draftOf, type Conversion } from '../convert.ts';
import { htmlToMarkdown } from '../html-to-markdown.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from '../limits.ts';
import { BLANK, cleanLine, optionKey } from '../text.ts';
import { childOf, elementsOf, findAll, textOf, type XmlElement } from '../xml/parse-xml.ts';
import { tellUnknown } from '../xml/tell-unknown.ts';
import { askedIn, numericIn, rulesOf } from './conditions.ts';
import { materialHtml, materialMarkdown } from './material.ts';
import { readChoice } from './read-choice12.ts';
import { readFields } from './read-fields12.ts';
import { renderElement, type Parts } from './read-parts12.ts';

/** Converts an item of QTI 1.2: a choice, true or false, texts to fill in, or an essay; or reports why it is not taken. */
export function readItem12(item: XmlElement, to: Conversion): void {
  const { report, place } = to;
  const presentation = childOf(item, 'presentation');
  if (!presentation) return report.skipped(place, 'noStem');
  const responses = findAll(presentation, RESPONSES);
  const [first] = responses;
  if (!first && !isCalledEssay(item)) return report.skipped(place, 'description');
  if (responses.length > LIMITS.blanks) return report.skipped(place, 'tooManyBlanks', { max: LIMITS.blanks });
  // So that scoring what can be answered takes no time to speak of.
  if (rulesOf(item).length > MAX_RULES) return report.skipped(place, 'syntax', { line: item.line });
  const kinds = new Set(responses.map(renderOf));
  const kind = first && kinds.size === 1 ? renderOf(first) : 'several';
  const stem = htmlToMarkdown(
    materialHtml(
      presentation,
      to,
      (found) =>
        materialHtml(found, to, () => '') +
        (renderOf(found) === 'fib' ? fieldHtml(found, isEssay(item, found), to) : ''),
    ),
    to,
  );
  tellUnknown(item, KNOWN, to);
  for (const each of responses) tellUnknown(renderElement(each), RENDERED, to);
  const shared = responses.find((each) => renderOf(each) === 'fib' && fieldsIn(each) > 1);
  if (shared) return report.skipped(place, 'sharedResponse', { id: shared.attributes['ident'] ?? '' });
  const rules = rulesOf(item, responses.length === 1 ? first!.attributes['ident'] : undefined);
  let read: Parts | undefined;
  if (!first) read = { type: 'short', stem, options: [], answer: '' };
  else if (kind === 'choice' && responses.length === 1) read = readChoice(first, stem, rules, to);
  else if (kind === 'fib' && responses.length === 1 && isEssay(item, first))
    read = { type: 'short', stem, options: [], answer: '' };
  else if (kind === 'fib' && !responses.some((each) => isEssay(item, each)))
    read = readFields(responses, stem, rules, to);
  else if (kind === 'other') report.skipped(place, 'interaction', { name: nameOfRender(first) });
  else report.skipped(place, 'severalInteractions', { count: responses.length });
  if (!read) return;
  tellSettings(item, to);
  const { general, solution, feedback } = feedbackOf(item, first, to);
  const isEssayItem = read.type === 'short' && read.answer === '';
  const analysis = analysisOf([general, isEssayItem ? '' : solution].filter(Boolean).join('\n\n'), feedback, to);
  const answer = isEssayItem ? solution : read.answer;
  report.add(
    draftOf({ code: cleanLine(item.attributes['ident'] ?? '') || null, tags: [], analysis, ...read, answer }, to),
  );
}

/** Rules of scoring of one item. */
const MAX_RULES = 500;
const RESPONSES = new Set([
  'response_lid',
  'response_str',
  'response_num',
  'response_xy',
  'response_grp',
  'response_extension',
]);
const nameOfRender = (response: XmlElement) => renderElement(response)?.name ?? response.name;

function renderOf(response: XmlElement): 'choice' | 'fib' | 'other' {
  const name = nameOfRender(response);
  if (response.name === 'response_lid' && name === 'render_choice') return 'choice';
  return /^response_(?:str|num)$/.test(response.name) && name === 'render_fib' ? 'fib' : 'other';
}

/** Parts of an item that are read, or have nothing to show. */
const KNOWN = new Set(
  (
    'itemmetadata presentation resprocessing itemfeedback rubric objectives qticomment duration itemcontrol itemprecondition ' +
    'itempostcondition itemproc_extension reference itemrubric'
  ).split(' '),
);
const RENDERED = new Set(['response_label', 'flow_label', 'response_na', 'material']);

const fieldsIn = (response: XmlElement) => findAll(renderElement(response)!, new Set(['response_label'])).length;

/** The texts within a field to fill in, with the blank where the file has it. */
function fieldHtml(response: XmlElement, isEssayField: boolean, to: Conversion): string {
  const render = renderElement(response)!;
  const blank = isEssayField ? '' : ` ${BLANK} `;
  const parts = elementsOf(render).map((child) =>
    child.name === 'response_label'
      ? blank + materialHtml(child, to, () => '')
      : materialHtml({ ...render, children: [child] }, to, () => ''),
  );
  return fieldsIn(response) === 0 ? parts.join('') + blank : parts.join('');
}

/** A field of several lines, or one that programs call an essay, without anything that it is compared with. */
function isEssay(item: XmlElement, response: XmlElement): boolean {
  const { ident = '' } = response.attributes;
  const rules = rulesOf(item, ident);
  if (rules.some((rule) => askedIn(rule.condition).some((asked) => asked.response === ident))) return false;
  if (rules.some((rule) => numericIn(rule.condition).length > 0)) return false;
  const { rows = '1', prompt = '' } = renderElement(response)!.attributes;
  return Number(rows) > 1 || /^box$/i.test(prompt) || isCalledEssay(item);
}

const isCalledEssay = (item: XmlElement) => /essay|long answer/i.test(textOf(childOf(item, 'itemmetadata')));

function feedbackOf(item: XmlElement, response: XmlElement | undefined, to: Conversion) {
  const links = elementsOf(item, 'resprocessing').flatMap((processing) =>
    elementsOf(processing, 'respcondition').flatMap((rule) => {
      const asked = askedIn(childOf(rule, 'conditionvar') ?? rule);
      return elementsOf(rule, 'displayfeedback').map(({ attributes }) => ({
        to: attributes['linkrefid'] ?? '',
        values: asked.map(({ value }) => value),
      }));
    }),
  );
  const ids = (response ? findAll(response, new Set(['response_label'])) : []).map(
    ({ attributes }) => attributes['ident'] ?? '',
  );
  const general: string[] = [];
  const solution: string[] = [];
  const feedback: { label: string; text: string }[] = [];
  let hints = 0;
  for (const each of elementsOf(item, 'itemfeedback')) {
    hints += findAll(each, new Set(['hint'])).length;
    const ident = each.attributes['ident'] ?? '';
    const isSolution = /solution|correct_answer|model/i.test(ident) || childOf(each, 'solution') !== undefined;
    const text = materialMarkdown(each, to);
    if (text === '') continue;
    const values = links.filter((link) => link.to === ident).flatMap((link) => link.values);
    const at = values.length === 1 ? ids.indexOf(values[0]!) : -1;
    if (isSolution) solution.push(text);
    else if (at >= 0) feedback.push({ label: optionKey(at), text });
    else general.push(`- ${text.replace(/\n/g, '\n  ')}`);
  }
  if (hints > 0) to.report.changed(to.place, 'hints', { count: hints });
  if (general.length > 0) to.report.changed(to.place, 'answerFeedback', { count: general.length });
  return { general: [...new Set(general)].join('\n'), solution: solution.join('\n\n'), feedback };
}

/** What programs say about a whole item in fields of its metadata. */
function tellSettings(item: XmlElement, { report, place }: Conversion): void {
  const fields = new Map(
    findAll(item, new Set(['qtimetadatafield'])).map((field) => [
      textOf(childOf(field, 'fieldlabel')).trim(),
      textOf(childOf(field, 'fieldentry')).trim(),
    ]),
  );
  const score = Number(fields.get('points_possible') ?? fields.get('qmd_weighting') ?? 1);
  if (Number.isFinite(score) && score !== 1) report.changed(place, 'score', { score });
  for (const rubric of elementsOf(item, 'rubric'))
    if (textOf(rubric).trim() !== '') report.changed(place, 'instructions');
  if (elementsOf(item, 'objectives').some((each) => textOf(each).trim() !== '')) report.changed(place, 'instructions');
}
