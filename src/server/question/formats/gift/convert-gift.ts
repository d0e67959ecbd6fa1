import { escapeUTF8 } from 'entities';
import { readCriteria } from '../criteria.ts';
import type { GIFTQuestion, NumericalChoice, NumericalFormat, TextChoice, TextFormat } from 'gift-pegjs';
import { analysisOf, choiceOf, draftOf, matchesAsBlanks, type Conversion, type FoundOption } from '../convert.ts';
import { htmlToMarkdown, htmlToText } from '../html-to-markdown.ts';
import { numberBlank } from '../numbers.ts';
import { replaceMedia } from '../pictures.ts';
import { acceptedOf, ownBlanks } from '../short-answers.ts';
import { cleanLine, cleanText, escapeMarkdown, optionKey } from '../text.ts';
import { restore } from './protect-gift.ts';
import type { GiftBlock } from './split-gift.ts';

/** Converts a parsed question, or reports why it is not taken. */
export function convertGift(question: GIFTQuestion, block: GiftBlock, conversion: Conversion): void {
  const { report } = conversion;
  const title = 'title' in question && question.title ? cleanLine(restore(String(question.title))) : null;
  const code = block.notes.id ?? title;
  const to = { ...conversion, place: { ...conversion.place, item: code } };
  if (question.type === 'Category') return;
  if (question.type === 'Description') return report.skipped(to.place, 'description');
  const { uid, isFixedOrder } = block.notes;
  const common = {
    ...{ code, tags: block.notes.tags.map(cleanLine), storedId: uid ?? undefined },
    ...(isFixedOrder && { keepsOrder: true }),
  };
  const stem = markdownOf(question.stem, to);
  const format = question.stem.format;
  const general = markdownOf(question.globalFeedback, to);
  const add = (parts: Omit<Parameters<typeof draftOf>[0], 'code' | 'tags'>) =>
    report.add(draftOf({ ...common, ...parts }, to));

  switch (question.type) {
    case 'TF': {
      const told = [question.trueFeedback, question.falseFeedback].map((text) => markdownOf(text, to));
      const analysis = analysisOf(
        general,
        told.map((text, right) => ({ label: right ? '✓' : '✗', text })),
        to,
      );
      return add({ type: 'judge', stem, options: [], answer: question.isTrue, analysis });
    }
    case 'Essay':
      return add({
        type: 'short',
        stem,
        options: [],
        answer: cleanText(replaceMedia(block.notes.reference, (address) => to.findFile(address, to))),
        criteria: block.notes.criteria === '' ? undefined : readCriteria(block.notes.criteria),
        analysis: general || null,
      });
    case 'MC': {
      const found = question.choices.map((choice) => optionOf(choice, to));
      const wantsSeveral = !question.choices.some(({ isCorrect }) => isCorrect);
      const choice = choiceOf(found, wantsSeveral, to);
      const feedback = found.map(({ feedback }, index) => ({ label: optionKey(index), text: feedback }));
      return add({ ...choice, stem, analysis: analysisOf(general, feedback, to) });
    }
    case 'Short': {
      const texts = question.choices.map((choice) => ({
        text: plainOf(choice.text, to),
        weight: weightOf(choice),
        feedback: markdownOf(choice.feedback, to),
      }));
      const feedback = texts.map(({ text, feedback }) => ({ label: text, text: feedback }));
      const answer = [acceptedOf(texts, to)];
      return add({ type: 'blank', stem, options: [], answer, analysis: analysisOf(general, feedback, to) });
    }
    case 'Numerical': {
      const choices = Array.isArray(question.choices) ? question.choices : [alone(question.choices)];
      const numbers = choices.map((choice) => ({
        ...rangeOf(choice.text),
        weight: weightOf(choice),
        feedback: markdownOf(choice.feedback, to),
      }));
      const feedback = numbers.map(({ label, feedback }) => ({ label, text: feedback }));
      return add({ ...numberBlank(stem, numbers, to), options: [], analysis: analysisOf(general, feedback, to) });
    }
    case 'Matching': {
      const pairs = question.matchPairs.map(({ subquestion, subanswer }) => ({
        left: markdownOf(subquestion, to),
        right: cleanLine(format === 'html' ? htmlToText(restore(subanswer), to) : restore(subanswer)),
        shown: htmlToMarkdown(format === 'html' ? restore(subanswer) : escapeUTF8(restore(subanswer)), to),
      }));
      const blanks = ownBlanks(stem, pairs);
      if (blanks) return add({ type: 'blank', stem, options: [], answer: blanks, analysis: general || null });
      report.changed(to.place, 'matchingAsBlanks', { count: pairs.length });
      const listed = matchesAsBlanks(stem, pairs);
      return add({ type: 'blank', ...listed, options: [], analysis: general || null });
    }
  }
}

function optionOf(choice: TextChoice, to: Conversion): FoundOption {
  return { text: markdownOf(choice.text, to), weight: weightOf(choice), feedback: markdownOf(choice.feedback, to) };
}

const weightOf = ({ weight, isCorrect }: TextChoice | NumericalChoice): number => weight ?? (isCorrect ? 100 : 0);
const alone = (text: NumericalFormat): NumericalChoice => ({ isCorrect: true, weight: null, text, feedback: null });

/** `*` accepts any number; its only use is feedback for wrong ones. */
function rangeOf(found: NumericalFormat): { label: string; value: number | null; low: number; high: number } {
  const { number, range, numberLow, numberHigh } = found;
  if (numberLow !== undefined && numberHigh !== undefined)
    return { label: `${numberLow}..${numberHigh}`, value: null, low: numberLow, high: numberHigh };
  if (number === undefined) return { label: '*', value: null, low: -Infinity, high: Infinity };
  return { label: String(number), value: number, low: number - (range ?? 0), high: number + (range ?? 0) };
}

/** Moodle shows the format `moodle` as HTML in which line breaks count. */
function markdownOf(text: TextFormat | null | undefined, to: Conversion): string {
  if (!text) return '';
  const source = restore(text.text);
  if (text.format === 'markdown') return cleanText(replaceMedia(source, (address) => to.findFile(address, to)));
  if (text.format === 'plain') return escapeMarkdown(cleanText(source));
  return htmlToMarkdown(text.format === 'moodle' ? source.trim().replace(/\n/g, '<br>') : source, to);
}

function plainOf({ format, text }: TextFormat, to: Conversion): string {
  const source = restore(text);
  return format === 'html' ? htmlToText(source, to) : cleanLine(source);
}
