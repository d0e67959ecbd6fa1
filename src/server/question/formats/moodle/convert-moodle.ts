import { analysisOf, choiceOf, draftOf, pairsAsBlanks, type Conversion } from '../convert.ts';
import { numberBlank } from '../numbers.ts';
import { acceptedOf } from '../short-answers.ts';
import { cleanLine, optionKey } from '../text.ts';
import { childOf, elementsOf, textOf, type XmlElement } from '../xml/parse-xml.ts';
import { readCloze } from './read-cloze.ts';
import { markdownOf, plainOf, sourceOf } from './moodle-texts.ts';

type Named = { code: string | null; tags: string[]; conversion: Conversion };
const GENERATED = new Set(['calculated', 'calculatedsimple', 'calculatedmulti', 'random', 'randomsamatch']);

/** Converts a question of Moodle XML, or reports why it is not taken. */
export function convertMoodle(question: XmlElement, { code, tags, conversion: to }: Named): void {
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
  tellSettings(question, to);
  const add = (parts: Omit<Parameters<typeof draftOf>[0], 'code' | 'tags'>) =>
    report.add(draftOf({ code, tags, ...parts }, to));
  if (type === 'cloze' || type === 'multianswer') {
    const cloze = readCloze(sourceOf(questionText), questionText!, to);
    return cloze && add({ ...cloze, options: [], analysis: analysisOf(general, cloze.feedback, to) });
  }
  const stem = markdownOf(questionText, to);
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
        stem,
        analysis: explain(options.map((_, n) => optionKey(n))),
      });
    }
    case 'truefalse': {
      const right = answers.find(({ weight }) => weight > 0)?.element;
      if (!right) return report.skipped(place, 'noAnswer');
      const answer = plainOf(right).toLowerCase() === 'true';
      const labels = answers.map(({ weight }) => (weight > 0 ? '✓' : '✗'));
      return add({ type: 'judge', stem, options: [], answer, analysis: explain(labels) });
    }
    case 'shortanswer': {
      const texts = answers.map(({ element, weight }) => ({ text: plainOf(element), weight }));
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
      const numbers = answers.map(({ element, weight }) => numberOf(element, weight));
      const units = elementsOf(childOf(question, 'units') ?? question, 'unit').map((unit) =>
        cleanLine(textOf(childOf(unit, 'unit_name'))),
      );
      if (units.length > 0) report.changed(place, 'units', { units: units.join(', ') });
      const analysis = explain(numbers.map(({ label }) => label));
      return add({ ...numberBlank(stem, numbers, to), options: [], analysis });
    }
    case 'essay': {
      if (Number(textOf(childOf(question, 'attachments')) || 0) > 0) report.changed(place, 'attachments');
      const answer = markdownOf(childOf(question, 'graderinfo'), to, format);
      return add({ type: 'short', stem, options: [], answer, analysis: explain([]) });
    }
    default: {
      const pairs = elementsOf(question, 'subquestion').map((pair) => ({
        left: markdownOf(pair, to, format),
        right: cleanLine(sourceOf(childOf(pair, 'answer'))),
      }));
      report.changed(place, 'matchingAsBlanks', { count: pairs.length });
      const listed = pairsAsBlanks(
        stem,
        pairs.filter(({ left }) => left !== ''),
        pairs.map(({ right }) => right),
      );
      return add({ type: 'blank', ...listed, options: [], analysis: explain([]) });
    }
  }
}

function numberOf(element: XmlElement, weight: number) {
  const text = plainOf(element);
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
