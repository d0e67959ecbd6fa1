import type { Conversion } from '../convert.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from '../limits.ts';
import { optionKey } from '../text.ts';
import { elementsOf, findAll, textOf, type XmlElement } from '../xml/parse-xml.ts';
import { tellUnknown } from '../xml/tell-unknown.ts';
import { htmlOf, rightValues, type ResponseRule } from './qti-tree.ts';
import { qtiMarkdown } from './qti-texts.ts';
import type { QuestionDraft } from '../draft.ts';

const RULE: ResponseRule = { cardinality: 'single', baseType: 'identifier', correct: [], mapped: [] };
export const ruleOf = ({ rules }: Item, { attributes }: XmlElement): ResponseRule =>
  rules.get(attributes['responseIdentifier'] ?? '') ?? RULE;

/** Words of the two options of a true-or-false question. */
const TRUE = /^(?:true|correct|yes|对|正确|是)$/i;
const FALSE = /^(?:false|incorrect|wrong|no|错|错误|否)$/i;

export const saysTrue = (text: string): boolean => TRUE.test(text);

/** Reads a choice of options. */
export function readChoices(item: Item, interaction: XmlElement, to: Conversion): ReadInteraction | undefined {
  const stemOf = ({ told }: { told: string[] }) =>
    qtiMarkdown(item.body.children, to, {
      told,
      interactions: (element) =>
        element === interaction
          ? elementsOf(element, 'prompt')
              .map((prompt) => htmlOf([{ ...prompt, name: 'div' }], () => undefined))
              .join('')
          : element.name === 'endAttemptInteraction'
            ? ''
            : undefined,
    });
  tellUnknown(interaction, new Set(['prompt', 'simpleChoice']), to);
  return readOptions(item, interaction, elementsOf(interaction, 'simpleChoice'), stemOf, to);
}

/** Reads words that are chosen within a text: the text stays, the words become options. */
export function readHottext(item: Item, interaction: XmlElement, to: Conversion): ReadInteraction | undefined {
  const words = findAll(interaction, new Set(['hottext']));
  to.report.changed(to.place, 'hottextAsChoice');
  const interactions = (element: XmlElement): string | undefined =>
    element.name === 'hottext'
      ? `<strong>${htmlOf(element.children, () => undefined)}</strong> (${optionKey(words.indexOf(element))})`
      : undefined;
  return readOptions(
    item,
    interaction,
    words,
    ({ told }) => qtiMarkdown(item.body.children, to, { told, interactions }),
    to,
  );
}

function readOptions(
  item: Item,
  interaction: XmlElement,
  choices: XmlElement[],
  stemOf: (parts: { told: string[] }) => string,
  to: Conversion,
): ReadInteraction | undefined {
  const { report, place } = to;
  if (choices.length > LIMITS.options) {
    report.skipped(place, 'tooManyOptions', { max: LIMITS.options });
    return undefined;
  }
  const general: string[] = [];
  const stem = stemOf({ told: general });
  const options = choices.map((choice, index) => {
    const told: string[] = [];
    const text = qtiMarkdown(choice.children, to, { told, interactions: () => undefined });
    return { key: optionKey(index), text, id: choice.attributes['identifier'] ?? '', told };
  });
  const right = rightKeys(item, interaction, options, to);
  if (!right) return undefined;
  const feedback = [
    ...general.map((text) => ({ label: '·', text })),
    ...options.flatMap(({ key, told }) => told.map((text) => ({ label: key, text }))),
  ];
  const judge = item.isOwn ? options.every(({ id }) => id === 'true' || id === 'false') : isTrueOrFalse(options);
  const rightOption = options.find(({ key }) => key === right[0])!;
  if (judge && right.length === 1)
    return {
      type: 'judge',
      stem,
      options: [],
      answer: rightOption.id === 'true' || saysTrue(rightOption.text),
      feedback,
    };
  tellLimits(interaction, choices, options, to);
  const isSeveral = ruleOf(item, interaction).cardinality !== 'single';
  if (isSeveral && right.length === 1 && options.length > 1) report.changed(place, 'multipleAsSingle');
  const listed = options.map(({ key, text }) => ({ key, text }));
  const keepsOrder = keepsTheirOrder(item, interaction, choices);
  if (right.length > 1 && isSeveral)
    return { type: 'multiple', stem, options: listed, answer: right, feedback, keepsOrder };
  if (right.length > 1) report.changed(place, 'severalRight', { keys: right.join(', '), key: right[0]! });
  return { type: 'single', stem, options: listed, answer: right[0]!, feedback, keepsOrder };
}

/** Words within a text have letters there; options of which some have a fixed place keep theirs. */
const keepsTheirOrder = ({ order }: Item, { name, attributes }: XmlElement, choices: XmlElement[]) =>
  order === 'unsaid'
    ? undefined
    : name === 'hottextInteraction' ||
      attributes['shuffle'] !== 'true' ||
      choices.some((choice) => choice.attributes['fixed'] === 'true');

type Option = { key: string; text: string; id: string };

/** Whether two options say true and false. */
export function isTrueOrFalse(options: { text: string }[]): boolean {
  const [first, second] = options;
  if (options.length !== 2 || !first || !second) return false;
  return [first, second].some(({ text }) => TRUE.test(text)) && [first, second].some(({ text }) => FALSE.test(text));
}

/** @returns undefined, after reporting it, if there is none or one of them is no option */
function rightKeys(item: Item, interaction: XmlElement, options: Option[], to: Conversion): string[] | undefined {
  const { report, place } = to;
  const { mapped } = ruleOf(item, interaction);
  const values = rightValues(ruleOf(item, interaction));
  const unknown = values.find((value) => options.every(({ id }) => id !== value));
  if (unknown !== undefined) {
    report.skipped(place, 'unknownKey', { key: unknown });
    return undefined;
  }
  if (values.length === 0) {
    report.skipped(place, 'noAnswer');
    return undefined;
  }
  const right = options.flatMap(({ id, key }) => (values.includes(id) ? [key] : []));
  if (
    item.isMapped &&
    mapped.some(({ value }) => value !== 0) &&
    !(options.length > 0 && right.length === 1 && mapped.length === 1)
  ) {
    const weights = options.flatMap(({ id, key }) =>
      mapped.filter((entry) => entry.key === id).map(({ value }) => `${key} ${value}`),
    );
    report.changed(place, 'partialCredit', { weights: weights.join(', ') });
  }
  return right;
}

function tellLimits(
  interaction: XmlElement,
  choices: XmlElement[],
  options: Option[],
  { report, place }: Conversion,
): void {
  const { minChoices = '0', maxChoices = '1', shuffle } = interaction.attributes;
  const [min, max] = [Number(minChoices) || 0, Number(maxChoices) || 0];
  if (min > 1 || (max > 1 && max < options.length)) report.changed(place, 'choiceLimit', { min, max });
  const fixed = options.filter((_, index) => choices[index]!.attributes['fixed'] === 'true').map(({ key }) => key);
  if (shuffle === 'true' && fixed.length > 0) report.changed(place, 'fixedOption', { keys: fixed.join(', ') });
}

/** The text of an element on one line. */
export const lineOf = (element: XmlElement): string => textOf(element).replace(/\s+/g, ' ').trim();
/** An item that is read. */
export type Item = {
  element: XmlElement;
  body: XmlElement;
  rules: Map<string, ResponseRule>;
  isMapped: boolean;
  isOwn: boolean;
  /** `unsaid`: the item was written before `writeQti` wrote whether options keep their order. */
  order: 'said' | 'unsaid';
};
/** What an interaction becomes. `feedback`: what is told about single answers. */
export type ReadInteraction = {
  type: QuestionDraft['type'];
  stem: string;
  options: { key: string; text: string }[];
  answer: QuestionDraft['answer'];
  criteria?: QuestionDraft['criteria'];
  feedback: { label: string; text: string }[];
  keepsOrder?: boolean | undefined;
};
