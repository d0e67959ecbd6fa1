import { childOf, elementsOf, textOf, type XmlElement } from '../xml/parse-xml.ts';

/** What is answered: identifiers or texts by response. */
type Answer = ReadonlyMap<string, readonly string[]>;
/** A rule of scoring: what has to be answered, and what it does to the score. */
export type Rule = { condition: XmlElement; actions: { action: string; value: number }[]; goesOn: boolean };

/** Tests that compare numbers or positions, which a choice or a text does not have. */
const NUMERIC = new Set(['vargt', 'vargte', 'varlt', 'varlte', 'varinside', 'durequal', 'durlt', 'durgte']);

/** @param only the only response of the item, which tests that name none mean */
export function rulesOf(item: XmlElement, only?: string): Rule[] {
  return elementsOf(item, 'resprocessing').flatMap((processing) =>
    elementsOf(processing, 'respcondition').map((rule) => ({
      condition: named(childOf(rule, 'conditionvar') ?? NONE, only),
      actions: elementsOf(rule, 'setvar').map((set) => ({
        action: (set.attributes['action'] ?? 'Set').toLowerCase(),
        value: Number(textOf(set).trim().replace('%', '')) || 0,
      })),
      goesOn: /^yes$/i.test(rule.attributes['continue'] ?? 'No'),
    })),
  );
}

const NONE: XmlElement = { name: 'conditionvar', attributes: {}, children: [], line: 0 };

const named = (element: XmlElement, only: string | undefined): XmlElement =>
  only === undefined
    ? element
    : {
        ...element,
        attributes: /^(?:var|unanswered)/.test(element.name)
          ? { respident: only, ...element.attributes }
          : element.attributes,
        children: element.children.map((child) => (typeof child === 'string' ? child : named(child, only))),
      };

/** The score of an answer. A rule that sets nothing, such as one for feedback, does not end the others. */
export function scoreOf(rules: Rule[], answer: Answer): number {
  let score = 0;
  for (const { condition, actions, goesOn } of rules) {
    if (actions.length === 0 || !isMet(condition, answer)) continue;
    for (const { action, value } of actions)
      if (action === 'add') score += value;
      else if (action === 'subtract') score -= value;
      else if (action === 'multiply') score *= value;
      else if (action === 'divide') score /= value || 1;
      else score = value;
    if (!goesOn) break;
  }
  return score;
}

/** Whether a condition holds. Several values of one response side by side are alternatives, unless it can have several. */
function isMet(condition: XmlElement, answer: Answer): boolean {
  const parts = elementsOf(condition);
  switch (condition.name) {
    case 'varequal':
    case 'varsubset': {
      const { respident = '', case: isExact = 'No' } = condition.attributes;
      const given = answer.get(respident) ?? [];
      const fold = (text: string) => (/^yes$/i.test(isExact) ? text.trim() : text.trim().toLowerCase());
      return given.map(fold).includes(fold(textOf(condition)));
    }
    case 'not':
      return !parts.some((part) => isMet(part, answer));
    case 'or':
      return parts.some((part) => isMet(part, answer));
    case 'and':
      return parts.every((part) => isMet(part, answer));
    case 'conditionvar': {
      const byResponse = new Map<string, XmlElement[]>();
      for (const part of parts) {
        const key = part.name === 'varequal' ? (part.attributes['respident'] ?? '') : `${part.name} ${part.line}`;
        const same = byResponse.get(key);
        if (same) same.push(part);
        else byResponse.set(key, [part]);
      }
      return [...byResponse].every(([key, same]) =>
        (answer.get(key)?.length ?? 0) > 1
          ? same.every((part) => isMet(part, answer))
          : same.some((part) => isMet(part, answer)),
      );
    }
    case 'other':
      return true;
    case 'unanswered':
      return (answer.get(condition.attributes['respident'] ?? '') ?? []).length === 0;
    default:
      return false;
  }
}

/** A value that a condition asks for. */
type Asked = { response: string; value: string; isExact: boolean };

/** The values that a condition asks for, without those that must not be given. */
export function askedIn(condition: XmlElement): Asked[] {
  if (condition.name === 'not') return [];
  if (condition.name === 'varequal' || condition.name === 'varsubset')
    return [
      {
        response: condition.attributes['respident'] ?? '',
        value: textOf(condition).trim(),
        isExact: /^yes$/i.test(condition.attributes['case'] ?? 'No'),
      },
    ];
  return elementsOf(condition).flatMap(askedIn);
}

/** Comparisons of numbers in a condition. */
export const numericIn = (condition: XmlElement): XmlElement[] =>
  NUMERIC.has(condition.name) ? [condition] : elementsOf(condition).flatMap(numericIn);

/** Whether a rule adds to the score. */
export const isPositive = ({ actions }: Rule): boolean =>
  actions.some(({ action, value }) => (action === 'add' || action === 'set') && value > 0);
