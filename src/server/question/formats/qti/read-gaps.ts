import { offered, pairsAsBlanks, type Conversion } from '../convert.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from '../limits.ts';
import { numberBlank } from '../numbers.ts';
import { acceptedOf } from '../short-answers.ts';
import { optionKey } from '../text.ts';
import { elementsOf, findAll, type XmlElement } from '../xml/parse-xml.ts';
import { tellUnknown } from '../xml/tell-unknown.ts';
import { BLANK_HTML, choicesHtml, qtiMarkdown } from './qti-texts.ts';
import { htmlOf, rightValues, type ResponseRule } from './qti-tree.ts';
import { lineOf, ruleOf, type ReadInteraction, type Item } from './read-choices.ts';

/** Reads texts to type in and choices in the line. One choice alone is a single choice, with the blank in its stem. */
export function readBlanks(item: Item, found: XmlElement[], to: Conversion): ReadInteraction | undefined {
  const { report, place } = to;
  const [first] = found;
  const ids = found.map(({ attributes }) => attributes['responseIdentifier'] ?? '');
  if (isTooMany(found, to)) return undefined;
  const shared = ids.find((id, index) => ids.indexOf(id) < index);
  if (shared !== undefined) {
    report.skipped(place, 'sharedResponse', { id: shared });
    return undefined;
  }
  const alone = found.length === 1 && first!.name === 'inlineChoiceInteraction' ? first : undefined;
  const told: string[] = [];
  for (const each of found) tellUnknown(each, new Set(['inlineChoice']), to);
  const lists = new Map(found.map((each) => [each, offeredIn(elementsOf(each, 'inlineChoice'))]));
  const interactions = (element: XmlElement): string | undefined => {
    if (element.name === 'textEntryInteraction') return BLANK_HTML;
    if (element.name !== 'inlineChoiceInteraction') return undefined;
    return BLANK_HTML + (alone ? '' : choicesHtml(lists.get(element)?.shown ?? []));
  };
  const stem = qtiMarkdown(item.body.children, to, { told, interactions });
  const feedback = told.map((text) => ({ label: '·', text }));
  if (alone) return inlineChoice(item, alone, { stem, feedback }, to);
  if (found.some(({ name }) => name === 'inlineChoiceInteraction')) report.changed(place, 'choicesAsBlanks');
  const answer: string[][] = [];
  for (const interaction of found) {
    if (interaction.name === 'textEntryInteraction') {
      answer.push(acceptedTexts(item, interaction, to));
      continue;
    }
    const right = rightChoices(item, interaction, to);
    if (!right) return undefined;
    answer.push(right.map((index) => lists.get(interaction)!.typed[index]!));
  }
  if (answer.some((texts) => texts.length === 0)) {
    report.skipped(place, 'noAnswer');
    return undefined;
  }
  return { type: 'blank', stem, options: [], answer, feedback };
}

/** Whether there are more blanks than a question may have, which is reported. */
function isTooMany(blanks: unknown[], { report, place }: Conversion): boolean {
  if (blanks.length > LIMITS.blanks) report.skipped(place, 'tooManyBlanks', { max: LIMITS.blanks });
  return blanks.length > LIMITS.blanks;
}

/** Choices as `offered` has them, shown as HTML. */
const offeredIn = (choices: XmlElement[]) =>
  offered(choices.map((choice) => ({ shown: htmlOf(choice.children, () => undefined), text: lineOf(choice) })));

/** Positions of the choices that are right; undefined, after reporting it, if one of them is no choice. */
function rightChoices(item: Item, interaction: XmlElement, { report, place }: Conversion): number[] | undefined {
  const rule = ruleOf(item, interaction);
  const ids = elementsOf(interaction, 'inlineChoice').map(({ attributes }) => attributes['identifier'] ?? '');
  const best = Math.max(...rule.mapped.map(({ value }) => value));
  const right = rule.correct.length > 0 ? rule.correct : rightValues(rule).filter((key) => valueOf(rule, key) === best);
  if (item.isMapped && new Set(rule.mapped.filter(({ value }) => value > 0).map(({ value }) => value)).size > 1)
    report.changed(place, 'partialCredit', {
      weights: rule.mapped.map(({ key, value }) => `${key} ${value}`).join(', '),
    });
  const known = new Map(ids.map((id, index) => [id, index]));
  const unknown = right.find((id) => !known.has(id));
  if (unknown === undefined) return right.map((id) => known.get(id)!);
  report.skipped(place, 'unknownKey', { key: unknown });
  return undefined;
}

const valueOf = ({ mapped }: ResponseRule, key: string) => mapped.find((entry) => entry.key === key)?.value ?? 0;

function inlineChoice(
  item: Item,
  interaction: XmlElement,
  { stem, feedback }: Pick<ReadInteraction, 'stem' | 'feedback'>,
  to: Conversion,
): ReadInteraction | undefined {
  const { report, place } = to;
  const right = rightChoices(item, interaction, to);
  if (!right) return undefined;
  if (right.length === 0) {
    report.skipped(place, 'noAnswer');
    return undefined;
  }
  const told = [...feedback];
  const options = elementsOf(interaction, 'inlineChoice').map((choice, index) => {
    const own: string[] = [];
    const text = qtiMarkdown(choice.children, to, { told: own, interactions: () => undefined });
    told.push(...own.map((each) => ({ label: optionKey(index), text: each })));
    return { key: optionKey(index), text };
  });
  if (right.length > 1)
    report.changed(place, 'severalRight', { keys: right.map(optionKey).join(', '), key: optionKey(right[0]!) });
  const keepsOrder = interaction.attributes['shuffle'] !== 'true';
  return { type: 'single', stem, options, answer: optionKey(right[0]!), feedback: told, keepsOrder };
}

function acceptedTexts(item: Item, interaction: XmlElement, to: Conversion): string[] {
  const rule = ruleOf(item, interaction);
  const { correct, mapped, baseType } = rule;
  const { patternMask, placeholderText } = interaction.attributes;
  if (!/^(?:string|integer|float)$/.test(baseType)) return [];
  if (placeholderText) to.report.changed(to.place, 'responseTemplate', { text: placeholderText.slice(0, 200) });
  if (patternMask !== undefined) to.report.changed(to.place, 'wildcard', { texts: patternMask });
  const best = Math.max(0, ...mapped.map(({ value }) => value));
  const scored = mapped.map(({ key, value }) => ({
    text: key,
    weight: best > 0 ? Math.round((value / best) * 100) : 0,
  }));
  const texts =
    best > 0 && (item.isMapped || correct.length === 0) ? scored : correct.map((text) => ({ text, weight: 100 }));
  if (texts.length === 0) return [];
  if (baseType === 'float' || baseType === 'integer') {
    const written = texts.filter(({ text }) => text !== '' && Number.isFinite(Number(text)));
    if (written.length === 0) return [];
    const numbers = written.map(({ text, weight }) => ({
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
    texts.map(({ text, weight }) => ({ text: text.replaceAll('*', '\\*'), weight, feedback: '' })),
    to,
  );
}

/** Reads gaps into which texts or pictures are dragged: each accepts what belongs there. */
export function readGaps(item: Item, interaction: XmlElement, to: Conversion): ReadInteraction | undefined {
  const { report, place } = to;
  const isChoice = ({ name }: XmlElement) => name === 'gapText' || name === 'gapImg';
  const choices = elementsOf(interaction).filter(isChoice);
  const { shown, typed } = offeredIn(choices);
  const gaps = findAll(interaction, new Set(['gap']));
  if (isTooMany(gaps, to)) return undefined;
  const typedById = new Map(choices.map(({ attributes }, index) => [attributes['identifier'], typed[index]!]));
  const pairs = rightValues(ruleOf(item, interaction)).map((pair) => pair.split(/\s+/));
  const answer = gaps.map(({ attributes }) =>
    pairs.filter(([, gap]) => gap === attributes['identifier']).map(([id]) => typedById.get(id) ?? ''),
  );
  if (answer.length === 0 || answer.some((accepted) => accepted.length === 0 || accepted.includes(''))) {
    report.skipped(place, 'noAnswer');
    return undefined;
  }
  const told: string[] = [];
  const inner = (element: XmlElement) => (element.name === 'gap' ? BLANK_HTML : isChoice(element) ? '' : undefined);
  const stem = qtiMarkdown(item.body.children, to, {
    told,
    interactions: (element) =>
      element === interaction ? `${htmlOf(element.children, inner)}<p>${choicesHtml(shown)}</p>` : inner(element),
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
  for (const set of elementsOf(interaction, 'simpleMatchSet'))
    tellUnknown(set, new Set(['simpleAssociableChoice']), to);
  const at = (choices: XmlElement[], id: string | undefined) =>
    choices.findIndex(({ attributes }) => attributes['identifier'] === id);
  const pairs = rightValues(ruleOf(item, interaction)).map((pair) => pair.split(/\s+/));
  if (isTooMany(pairs, to)) return undefined;
  const counted = pairs.map(([from]) => from);
  if (pairs.length === 0) {
    report.skipped(place, 'noAnswer');
    return undefined;
  }
  if (
    new Set(counted).size < counted.length ||
    pairs.some(([from, target]) => at(left, from) < 0 || at(right, target) < 0)
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
  const unasked = left.filter(({ attributes }) => !counted.includes(attributes['identifier']));
  if (unasked.length > 0) report.changed(place, 'unmatched', { texts: unasked.map(lineOf).join(' / ').slice(0, 200) });
  tellPartScores(item, interaction, to);
  const { shown, typed } = offered(right.map((choice) => ({ shown: text(choice), text: lineOf(choice) })));
  const listed = pairsAsBlanks(
    stem,
    pairs.map(([from, target]) => ({ left: text(left[at(left, from)]!), right: typed[at(right, target)]! })),
    shown,
  );
  return { type: 'blank', ...listed, options: [], feedback: told.map((each) => ({ label: '·', text: each })) };
}

function tellPartScores(item: Item, interaction: XmlElement, { report, place }: Conversion): void {
  const { mapped } = ruleOf(item, interaction);
  if (item.isMapped && new Set(mapped.map(({ value }) => value)).size > 0)
    report.changed(place, 'partialCredit', { weights: mapped.map(({ key, value }) => `${key} ${value}`).join(', ') });
}
