import { escapeUTF8 } from 'entities';
import { pairsAsBlanks, type Conversion } from '../convert.ts';
import { numberBlank } from '../numbers.ts';
import { acceptedOf } from '../short-answers.ts';
import { optionKey } from '../text.ts';
import { elementsOf, findAll, type XmlElement } from '../xml/parse-xml.ts';
import { BLANK_HTML, choicesHtml, qtiMarkdown } from './qti-texts.ts';
import { htmlOf } from './qti-tree.ts';
import { lineOf, ruleOf } from './read-choices.ts';
import type { Item, ReadInteraction } from './read-item.ts';

/** Reads texts to type in and choices in the line. One choice alone is a single choice, with the blank in its stem. */
export function readBlanks(item: Item, found: XmlElement[], to: Conversion): ReadInteraction | undefined {
  const { report, place } = to;
  const [first] = found;
  const alone = found.length === 1 && first!.name === 'inlineChoiceInteraction' ? first : undefined;
  const told: string[] = [];
  const interactions = (element: XmlElement): string | undefined => {
    if (element.name === 'textEntryInteraction') return BLANK_HTML;
    if (element.name !== 'inlineChoiceInteraction') return undefined;
    return BLANK_HTML + (alone ? '' : choicesHtml(elementsOf(element, 'inlineChoice').map(lineOf)));
  };
  const stem = qtiMarkdown(item.body.children, to, { told, interactions });
  const feedback = told.map((text) => ({ label: '·', text }));
  if (alone) return inlineChoice(item, alone, stem, to);
  if (found.some(({ name }) => name === 'inlineChoiceInteraction')) report.changed(place, 'choicesAsBlanks');
  const answer = found.map((interaction) => acceptedTexts(item, interaction, to));
  if (answer.some((texts) => texts.length === 0)) {
    report.skipped(place, 'noAnswer');
    return undefined;
  }
  return { type: 'blank', stem, options: [], answer, feedback };
}

function inlineChoice(
  item: Item,
  interaction: XmlElement,
  stem: string,
  { report, place }: Conversion,
): ReadInteraction | undefined {
  const choices = elementsOf(interaction, 'inlineChoice');
  const right = choices.findIndex(({ attributes }) =>
    ruleOf(item, interaction).correct.includes(attributes['identifier'] ?? ''),
  );
  if (right < 0) {
    report.skipped(place, 'noAnswer');
    return undefined;
  }
  const options = choices.map((choice, index) => ({ key: optionKey(index), text: lineOf(choice) }));
  return { type: 'single', stem, options, answer: optionKey(right), feedback: [] };
}

function acceptedTexts(item: Item, interaction: XmlElement, to: Conversion): string[] {
  const rule = ruleOf(item, interaction);
  const { correct, mapped, baseType } = rule;
  if (interaction.name === 'inlineChoiceInteraction')
    return elementsOf(interaction, 'inlineChoice')
      .filter(({ attributes }) => correct.includes(attributes['identifier'] ?? ''))
      .map(lineOf);
  if (interaction.attributes['patternMask'] !== undefined)
    to.report.changed(to.place, 'wildcard', { texts: interaction.attributes['patternMask'] });
  const best = Math.max(0, ...mapped.map(({ value }) => value));
  const scored = mapped.map(({ key, value }) => ({
    text: key,
    weight: best > 0 ? Math.round((value / best) * 100) : 0,
  }));
  const texts =
    best > 0 && (item.isMapped || correct.length === 0) ? scored : correct.map((text) => ({ text, weight: 100 }));
  if (texts.length === 0) return [];
  if (baseType === 'float' || baseType === 'integer') {
    const numbers = texts.map(({ text, weight }) => ({
      value: Number(text),
      low: Number(text),
      high: Number(text),
      weight,
    }));
    const { answer } = numberBlank('', numbers, to);
    return (answer as string[][])[0]!;
  }
  const isSensitive = item.isMapped ? mapped.some(({ caseSensitive }) => caseSensitive) : true;
  if (isSensitive && texts.some(({ text }) => text.toLowerCase() !== text.toUpperCase()))
    to.report.changed(to.place, 'caseSensitive');
  // A star means itself here.
  return acceptedOf(
    texts.map(({ text, weight }) => ({ text: text.replaceAll('*', '\\*'), weight })),
    to,
  );
}

/** Reads gaps into which texts are dragged: each accepts the text that belongs there. */
export function readGaps(item: Item, interaction: XmlElement, to: Conversion): ReadInteraction | undefined {
  const { report, place } = to;
  const texts = new Map(
    elementsOf(interaction, 'gapText').map((each) => [each.attributes['identifier'] ?? '', lineOf(each)]),
  );
  if (elementsOf(interaction, 'gapImg').length > 0) {
    report.skipped(place, 'interaction', { name: 'gapImg' });
    return undefined;
  }
  const gaps = findAll(interaction, new Set(['gap']));
  const pairs = ruleOf(item, interaction).correct.map((pair) => pair.split(/\s+/));
  const answer = gaps.map(({ attributes }) =>
    pairs.filter(([, gap]) => gap === attributes['identifier']).map(([text]) => texts.get(text ?? '') ?? ''),
  );
  if (answer.length === 0 || answer.some((accepted) => accepted.every((text) => text === ''))) {
    report.skipped(place, 'noAnswer');
    return undefined;
  }
  const told: string[] = [];
  const stem = qtiMarkdown(item.body.children, to, {
    told,
    interactions: (element) =>
      element.name === 'gap'
        ? BLANK_HTML
        : element.name === 'gapText'
          ? ''
          : element === interaction
            ? `${htmlOf(element.children, (inner) => (inner.name === 'gap' ? BLANK_HTML : inner.name === 'gapText' ? '' : undefined))}<p>${escapeUTF8(`( ${[...texts.values()].join(' / ')} )`)}</p>`
            : undefined,
  });
  report.changed(place, 'gapsAsBlanks');
  tellPartScores(item, interaction, to);
  return { type: 'blank', stem, options: [], answer, feedback: told.map((text) => ({ label: '·', text })) };
}

/** Reads two sets to be matched, of which each of the first belongs to one of the second. */
export function readMatches(item: Item, interaction: XmlElement, to: Conversion): ReadInteraction | undefined {
  const { report, place } = to;
  const [left = [], right = []] = elementsOf(interaction, 'simpleMatchSet').map((set) =>
    elementsOf(set, 'simpleAssociableChoice'),
  );
  const name = (choices: XmlElement[], id: string | undefined) =>
    choices.find(({ attributes }) => attributes['identifier'] === id);
  const pairs = ruleOf(item, interaction).correct.map((pair) => pair.split(/\s+/));
  const counted = pairs.map(([from]) => from);
  if (pairs.length === 0) {
    report.skipped(place, 'noAnswer');
    return undefined;
  }
  if (
    new Set(counted).size < counted.length ||
    pairs.some(([from, target]) => !name(left, from) || !name(right, target))
  ) {
    report.skipped(place, 'interaction', { name: interaction.name });
    return undefined;
  }
  const told: string[] = [];
  const text = (choice: XmlElement) => qtiMarkdown(choice.children, to, { told, interactions: () => undefined });
  const stem = qtiMarkdown(item.body.children, to, {
    told,
    interactions: (element) => (element.name === 'simpleMatchSet' ? '' : undefined),
  });
  report.changed(place, 'matchingAsBlanks', { count: pairs.length });
  tellPartScores(item, interaction, to);
  const listed = pairsAsBlanks(
    stem,
    pairs.map(([from, target]) => ({ left: text(name(left, from)!), right: lineOf(name(right, target)!) })),
    right.map(lineOf),
  );
  return { type: 'blank', ...listed, options: [], feedback: told.map((each) => ({ label: '·', text: each })) };
}

function tellPartScores(item: Item, interaction: XmlElement, { report, place }: Conversion): void {
  const { mapped } = ruleOf(item, interaction);
  if (item.isMapped && new Set(mapped.map(({ value }) => value)).size > 0)
    report.changed(place, 'partialCredit', { weights: mapped.map(({ key, value }) => `${key} ${value}`).join(', ') });
}
