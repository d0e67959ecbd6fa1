import { escapeUTF8 } from 'entities';
import { childOf, elementsOf, textOf, type XmlElement } from '../xml/parse-xml.ts';

/** QTI 3.0 writes `qti-choice-interaction` and `response-identifier` for what was `choiceInteraction` and `responseIdentifier`. */
export function withOldNames(element: XmlElement): XmlElement {
  const attributes = Object.entries(element.attributes).map(([name, value]) => [
    /^(?:data|aria)-/.test(name) ? name : camel(name),
    value,
  ]);
  return {
    ...element,
    name: camel(element.name.replace(/^qti-/, '')),
    attributes: Object.fromEntries(attributes) as XmlElement['attributes'],
    children: element.children.map((child) => (typeof child === 'string' ? child : withOldNames(child))),
  };
}

const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Writes content as HTML.
 * @param replace returns what stands for an element; undefined to write it with its content
 */
export function htmlOf(children: XmlElement['children'], replace: (element: XmlElement) => string | undefined): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return escapeUTF8(child);
      const replaced = replace(child);
      if (replaced !== undefined) return replaced;
      const attributes = Object.entries(child.attributes).map(([name, value]) => ` ${name}="${escapeUTF8(value)}"`);
      const inner = htmlOf(child.children, replace);
      return /^(?:br|hr|img)$/.test(child.name)
        ? `<${child.name}${attributes.join('')}>`
        : `<${child.name}${attributes.join('')}>${inner}</${child.name}>`;
    })
    .join('');
}

/** How a response is scored. `mapped`: score by key; `isMapped`: the mapping counts, not the right response. */
export type ResponseRule = {
  cardinality: string;
  baseType: string;
  correct: string[];
  mapped: { key: string; value: number; caseSensitive: boolean }[];
};

/** The right values: those that are named or, if there are none, those that score. */
export const rightValues = ({ correct, mapped }: ResponseRule): string[] =>
  correct.length > 0 ? correct : mapped.filter(({ value }) => value > 0).map(({ key }) => key);

/** Reads the declarations of the responses of an item. */
export function responseRules(item: XmlElement): Map<string, ResponseRule> {
  return new Map(
    elementsOf(item, 'responseDeclaration').map((declaration) => {
      const { identifier = '', cardinality = 'single', baseType = 'identifier' } = declaration.attributes;
      const correct = elementsOf(childOf(declaration, 'correctResponse') ?? EMPTY, 'value').map((value) =>
        textOf(value).trim(),
      );
      const mapped = elementsOf(childOf(declaration, 'mapping') ?? EMPTY, 'mapEntry').map(({ attributes }) => ({
        key: attributes['mapKey'] ?? '',
        value: Number(attributes['mappedValue']) || 0,
        caseSensitive: attributes['caseSensitive'] !== 'false',
      }));
      return [identifier, { cardinality, baseType, correct, mapped }] as const;
    }),
  );
}

const EMPTY: XmlElement = { name: '', attributes: {}, children: [], line: 0 };

/** What a processing that sums up or compares the responses consists of. */
const COMMON = new Set(
  (
    'responseProcessing responseCondition responseIf responseElse responseElseIf match variable correct setOutcomeValue ' +
    'baseValue multiple sum isNull mapResponse and not'
  ).split(' '),
);

/** Returns whether an item has scoring rules of its own. */
export function hasOwnScoring(item: XmlElement): boolean {
  const processing = childOf(item, 'responseProcessing');
  if (!processing) return false;
  const { template } = processing.attributes;
  if (template !== undefined) return !/(?:match_correct|map_response|MC|MR)(?:\.xml)?$/i.test(template);
  const isCommon = (element: XmlElement): boolean => COMMON.has(element.name) && elementsOf(element).every(isCommon);
  return !isCommon(processing);
}

/** Returns whether scores come from the mapping. */
export const usesMapping = (item: XmlElement): boolean => {
  const processing = childOf(item, 'responseProcessing');
  const has = (element: XmlElement): boolean => element.name === 'mapResponse' || elementsOf(element).some(has);
  return /map_response/.test(processing?.attributes['template'] ?? '') || (processing !== undefined && has(processing));
};
