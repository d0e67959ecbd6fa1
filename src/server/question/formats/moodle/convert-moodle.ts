import { escapeUTF8 } from 'entities';
import { analysisOf, choiceOf, draftOf, matchesAsBlanks, type Conversion } from '../convert.ts';
import { readCriteria } from '../criteria.ts';
import { htmlToMarkdown, htmlToText } from '../html-to-markdown.ts';
import { numberBlank } from '../numbers.ts';
import { acceptedOf } from '../short-answers.ts';
import { cleanLine, optionKey } from '../text.ts';
import { childOf, elementsOf, textOf, type XmlElement } from '../xml/parse-xml.ts';
import { tellUnknown } from '../xml/tell-unknown.ts';
import { readCloze } from './read-cloze.ts';
import { criteriaHtml, markdownOf, plainOf, sourceOf, tellParts, withFiles } from './moodle-texts.ts';
import { CRITERIA, ownReference, STORED_ID } from './own-texts.ts';

type Named = { code: string | null; storedId: string | undefined; tags: string[]; conversion: Conversion };
/** What is read of a question; then settings that have no text of their own. */
const KNOWN = new Set(
  (
    'name questiontext generalfeedback defaultgrade penalty hidden idnumber tags answer subquestion hint units unit graderinfo ' +
    'responsetemplate minwordlimit maxwordlimit attachments single shuffleanswers usecase correctfeedback incorrectfeedback ' +
    `partiallycorrectfeedback image image_base64 ${STORED_ID} ${CRITERIA} ` +
    'answernumbering showstandardinstruction shownumcorrect synchronize unitgradingtype unitpenalty showunits unitsleft ' +
    'instructions responseformat responserequired responsefieldlines attachmentsrequired maxbytes filetypeslist correctanswer'
  ).split(' '),
);
/** Of the other ones a question may have several. */
const SINGLE = new Set([...KNOWN].filter((name) => !['answer', 'subquestion', 'hint', 'unit'].includes(name)));
const GENERATED = new Set(['calculated', 'calculatedsimple', 'calculatedmulti', 'random', 'randomsamatch']);

/** Converts a question of Moodle XML, or reports why it is not taken. */
export function convertMoodle(question: XmlElement, { code, storedId, tags, conversion: to }: Named): void {
  const { report, place } = to;
  const type = question.attributes['type'] ?? '';
  if (type === 'description') return report.skipped(place, 'description');
  if (GENERATED.has(type)) return report.skipped(place, 'generated');
  const known = [
    'multichoice',
    'truefalse',
    'shortanswer',
    'numerical',
    'essay',
    'matching',
    'match',
    'cloze',
    'multianswer',
  ];
  if (!known.includes(type)) return report.skipped(place, 'unsupportedType', { type });

  const questionText = childOf(question, 'questiontext');
  const format = questionText?.attributes['format'];
  const general = markdownOf(childOf(question, 'generalfeedback'), to, format);
  tellUnknown(question, KNOWN, to, SINGLE);
  tellSettings(question, to);
  const add = (parts: Omit<Parameters<typeof draftOf>[0], 'code' | 'tags'>) =>
    report.add(draftOf({ code, storedId, tags, ...parts }, to));
  if (type === 'cloze' || type === 'multianswer') {
    const cloze = readCloze(sourceOf(questionText), questionText!, to);
    return cloze && add({ ...cloze, options: [], analysis: analysisOf(general, cloze.feedback, to) });
  }
  const stem = markdownOf(questionText, to);
  // `markdownOf` tells it of the answers that it reads.
  if (type !== 'multichoice') for (const answer of elementsOf(question, 'answer')) tellParts(answer, to);
  const answers = elementsOf(question, 'answer').map((answer) => ({
    element: answer,
    weight: Number(answer.attributes['fraction'] ?? textOf(childOf(answer, 'fraction'))) || 0,
    feedback: markdownOf(childOf(answer, 'feedback'), to, format),
  }));
  const combined = combinedFeedback(question, to);
  const explain = (labels: string[]) =>
    analysisOf(
      [general, combined].filter(Boolean).join('\n\n'),
      answers.map(({ feedback }, n) => ({ label: labels[n]!, text: feedback })),
      to,
    );

  switch (type) {
    case 'multichoice': {
      const options = answers.map(({ element, ...rest }) => ({ ...rest, text: markdownOf(element, to, format) }));
      const wantsSeveral = !['', 'true', '1'].includes(textOf(childOf(question, 'single')).trim());
      return add({
        ...choiceOf(options, wantsSeveral, to),
        ...{ stem, keepsOrder: keepsOrder(question) },
        analysis: explain(options.map((_, n) => optionKey(n))),
      });
    }
    case 'truefalse': {
      const right = answers.find(({ weight }) => weight > 0)?.element;
      if (!right) return report.skipped(place, 'noAnswer');
      const answer = plainOf(right, to).toLowerCase() === 'true';
      const labels = answers.map(({ weight }) => (weight > 0 ? '✓' : '✗'));
      return add({ type: 'judge', stem, options: [], answer, analysis: explain(labels) });
    }
    case 'shortanswer': {
      const texts = answers.map(({ element, ...rest }) => ({ ...rest, text: plainOf(element, to) }));
      if (/^(?:1|true)$/.test(textOf(childOf(question, 'usecase')).trim())) report.changed(place, 'caseSensitive');
      return add({
        type: 'blank',
        stem,
        options: [],
        answer: [acceptedOf(texts, to)],
        analysis: explain(texts.map(({ text }) => text)),
      });
    }
    case 'numerical': {
      const numbers = answers.map(({ element, weight }) => numberOf(element, weight, to));
      const units = elementsOf(childOf(question, 'units') ?? question, 'unit').map((unit) =>
        cleanLine(textOf(childOf(unit, 'unit_name'))),
      );
      if (units.length > 0) report.changed(place, 'units', { units: units.join(', ') });
      const analysis = explain(numbers.map(({ label }) => label));
      return add({ ...numberBlank(stem, numbers, to), options: [], analysis });
    }
    case 'essay': {
      if (Number(textOf(childOf(question, 'attachments')) || 0) > 0) report.changed(place, 'attachments');
      tellEssaySettings(question, to);
      const info = childOf(question, 'graderinfo');
      const listed = childOf(question, CRITERIA);
      const criteria = listed && readCriteria(textOf(listed));
      const rest = criteriaHtml(criteria ?? []);
      const own = ownReference(info, rest);
      const answer = own === undefined ? markdownOf(info, to, format) : withFiles(own, to);
      return add({
        ...{ type: 'short', stem, options: [], answer, analysis: explain([]) },
        ...(own !== undefined && { criteria }),
      });
    }
    default: {
      for (const pair of elementsOf(question, 'subquestion')) tellParts(childOf(pair, 'answer'), to);
      const pairs = elementsOf(question, 'subquestion').map((pair) => ({
        left: markdownOf(pair, to, format),
        right: cleanLine(sourceOf(childOf(pair, 'answer'))),
        shown: htmlToMarkdown(escapeUTF8(sourceOf(childOf(pair, 'answer'))), to),
      }));
      report.changed(place, 'matchingAsBlanks', { count: pairs.length });
      const listed = matchesAsBlanks(stem, pairs);
      return add({ type: 'blank', ...listed, options: [], analysis: explain([]) });
    }
  }
}

function numberOf(element: XmlElement, weight: number, to: Conversion) {
  const text = plainOf(element, to);
  const value = text === '*' ? null : Number(text.replace(',', '.'));
  const tolerance = Math.abs(Number(textOf(childOf(element, 'tolerance')))) || 0;
  if (value === null || !Number.isFinite(value))
    return { label: text, value: null, low: -Infinity, high: Infinity, weight };
  return { label: text, value, low: value - tolerance, high: value + tolerance, weight };
}

const COMBINED = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'];

/** What Moodle tells by the result; that it was right or wrong is told anyway, if it says no more. */
function combinedFeedback(question: XmlElement, to: Conversion): string {
  const told = COMBINED.flatMap((name, index) => {
    const text = markdownOf(childOf(question, name), to);
    return text === '' || /^Your answer is (?:partially )?(?:in)?correct\.$/.test(text)
      ? []
      : [`- ${'✓½✗'[index]} ${text.replace(/\n/g, '\n  ')}`];
  });
  if (told.length > 0) to.report.changed(to.place, 'answerFeedback', { count: told.length });
  return told.join('\n');
}

function tellSettings(question: XmlElement, { report, place }: Conversion): void {
  const score = Number(textOf(childOf(question, 'defaultgrade')) || 1);
  if (score !== 1) report.changed(place, 'score', { score });
  const hints = elementsOf(question, 'hint').filter((hint) => sourceOf(hint).trim() !== '').length;
  if (hints > 0) report.changed(place, 'hints', { count: hints });
}

/** Undefined if the file does not say. */
function keepsOrder(question: XmlElement): boolean | undefined {
  const shuffles = textOf(childOf(question, 'shuffleanswers')).trim();
  return shuffles === '' ? undefined : !/^(?:1|true)$/i.test(shuffles);
}

function tellEssaySettings(question: XmlElement, to: Conversion): void {
  const { report, place } = to;
  const template = htmlToText(sourceOf(childOf(question, 'responsetemplate')), to);
  if (template !== '') report.changed(place, 'responseTemplate', { text: template.slice(0, 200) });
  const [min, max] = ['minwordlimit', 'maxwordlimit'].map((name) => Number(textOf(childOf(question, name))) || 0);
  if (min! > 0 || max! > 0) report.changed(place, 'wordLimit', { min: min!, max: max! });
}
