import { analysisOf, draftOf, type Conversion } from '../convert.ts';
import type { QuestionDraft } from '../draft.ts';
import { cleanLine, escapeMarkdown } from '../text.ts';
import { readCriteria } from '../criteria.ts';
import { childOf, elementsOf, textOf, type XmlElement } from '../xml/parse-xml.ts';
import { tellUnknown } from '../xml/tell-unknown.ts';
import { readChoices, readHottext, ruleOf, type Item, type ReadInteraction } from './read-choices.ts';
import { readBlanks, readGaps, readMatches } from './read-gaps.ts';
import { hasOwnScoring, htmlOf, responseRules, rightValues, usesMapping } from './qti-tree.ts';
import { CRITERIA_CLASS, interactionsOf, qtiMarkdown, withFiles } from './qti-texts.ts';

/** Name under which `writeQti` writes. */
export const TOOL = 'Zhixing';
/** What the package says about an item. */
export type ItemData = {
  code: string | null;
  difficulty: QuestionDraft['difficulty'];
  topic: string | null;
  tags: string[];
  storedId?: string | undefined;
};
/** Parts of an item that are read, or have nothing to show. */
const KNOWN = new Set(
  (
    'responseDeclaration outcomeDeclaration contextDeclaration templateDeclaration templateProcessing assessmentStimulusRef ' +
    'stylesheet itemBody responseProcessing modalFeedback companionMaterialsInfo apipAccessibility catalogInfo'
  ).split(' '),
);

/** What declares a response; a default value is no answer. */
const DECLARED = new Set(['correctResponse', 'mapping', 'areaMapping', 'defaultValue']);

/** Converts an item of QTI, or reports why it is not taken. */
export function readItem(element: XmlElement, data: ItemData | undefined, conversion: Conversion): void {
  const { report, place } = conversion;
  const language = /^(?:zh|en)/.exec(element.attributes['lang'] ?? '')?.[0] as Conversion['language'] | undefined;
  const to: Conversion = { ...conversion, language: language ?? conversion.language, topic: data?.topic ?? null };
  const body = childOf(element, 'itemBody');
  if (!body) return report.skipped(place, 'noStem');
  if (elementsOf(element, 'templateDeclaration').length > 0) return report.skipped(place, 'generated');
  const isOwn = element.attributes['toolName'] === TOOL;
  const item: Item = {
    ...{ element, body, rules: responseRules(element), isMapped: usesMapping(element), isOwn },
    order: isOwn && element.attributes['toolVersion'] === '1' ? 'unsaid' : 'said',
  };
  tellUnknown(element, KNOWN, to);
  for (const declaration of elementsOf(element, 'responseDeclaration')) {
    tellUnknown(declaration, DECLARED, to);
    tellUnknown(childOf(declaration, 'correctResponse'), new Set(['value']), to);
  }
  const read = readInteractions(item, to);
  if (!read) return;
  const asked = new Set(interactionsOf(body).map(({ attributes }) => attributes['responseIdentifier']));
  for (const [id, rule] of item.rules)
    if (!asked.has(id) && rightValues(rule).length > 0) report.changed(place, 'unusedResponse', { id });
  if (hasOwnScoring(element)) report.changed(place, 'scoring');
  for (const stimulus of elementsOf(element, 'assessmentStimulusRef'))
    report.changed(place, 'stimulus', { name: stimulus.attributes['href'] ?? '' });
  const analysis = analysisOf(generalFeedback(item, to), read.feedback, to);
  const identifier = cleanLine(element.attributes['identifier'] ?? '');
  const code = data?.code ?? (isOwn ? null : identifier || null);
  const draft = draftOf({ ...read, code, tags: data?.tags ?? [], analysis, storedId: data?.storedId }, to);
  report.add({ ...draft, difficulty: data?.difficulty ?? draft.difficulty });
}

function readInteractions(item: Item, to: Conversion): ReadInteraction | undefined {
  const { report, place } = to;
  const all = interactionsOf(item.body);
  const hints = all.filter(({ name }) => name === 'endAttemptInteraction').length;
  const found = all.filter(({ name }) => name !== 'endAttemptInteraction' && name !== 'mediaInteraction');
  const names = [...new Set(found.map(({ name }) => name))];
  const [first] = found;
  if (hints > 0) report.changed(place, 'hints', { count: hints });
  if (!first) {
    report.skipped(place, 'description');
    return undefined;
  }
  for (const entry of found) if (entry.name === 'textEntryInteraction') tellFormat(entry, ['patternMask'], to);
  if (names.every((name) => name === 'textEntryInteraction' || name === 'inlineChoiceInteraction'))
    return readBlanks(item, found, to);
  if (found.length > 1) {
    report.skipped(place, 'severalInteractions', { count: found.length });
    return undefined;
  }
  switch (first.name) {
    case 'choiceInteraction':
      return readChoices(item, first, to);
    case 'hottextInteraction':
      return readHottext(item, first, to);
    case 'extendedTextInteraction':
      return readEssay(item, first, to);
    case 'gapMatchInteraction':
      return readGaps(item, first, to);
    case 'matchInteraction':
      return readMatches(item, first, to);
    default:
      report.skipped(place, 'interaction', { name: first.name });
      return undefined;
  }
}

function readEssay(item: Item, interaction: XmlElement, to: Conversion): ReadInteraction {
  const { body, isOwn } = item;
  const told: string[] = [];
  const isForMarkers = (child: XmlElement | string) =>
    typeof child !== 'string' && child.name === 'rubricBlock' && /\bscorer\b/.test(child.attributes['view'] ?? '');
  const forMarkers = body.children.filter(isForMarkers) as XmlElement[];
  const isCriteria = ({ attributes }: XmlElement) => isOwn && attributes['class'] === CRITERIA_CLASS;
  const listed = forMarkers.find(isCriteria);
  const parts = { told, interactions: () => undefined };
  const stem = qtiMarkdown(
    body.children.filter((child) => !isForMarkers(child)),
    to,
    {
      told,
      // Without the interaction, but with what it asks.
      interactions: (element) =>
        element === interaction
          ? htmlOf(
              elementsOf(element, 'prompt').map((prompt) => ({ ...prompt, name: 'div' })),
              () => undefined,
            )
          : undefined,
    },
  );
  tellUnknown(interaction, new Set(['prompt']), to);
  const { placeholderText } = interaction.attributes;
  tellFormat(interaction, ['expectedLength', 'minStrings', 'maxStrings', 'patternMask'], to);
  if (placeholderText) to.report.changed(to.place, 'responseTemplate', { text: placeholderText.slice(0, 200) });
  const forScorers = forMarkers
    .filter((each) => each !== listed)
    .map((rubric) => {
      const source = isOwn ? elementsOf(rubric)[0]?.attributes['data-markdown'] : undefined;
      return source !== undefined ? withFiles(source, to) : qtiMarkdown(rubric.children, to, parts);
    });
  const model = rightValues(ruleOf(item, interaction)).map(escapeMarkdown);
  const answer = [...new Set([...model, ...forScorers])].filter((text) => text !== '').join('\n\n');
  const criteria = listed && readCriteria(elementsOf(elementsOf(listed)[0]!).map(textOf).join('\n'));
  if (listed && !criteria) to.report.changed(to.place, 'criteriaDropped');
  return { type: 'short', stem, options: [], answer, criteria, feedback: told.map((text) => ({ label: '·', text })) };
}

/** What an item asks of the length and form of an answer when it does not say so. */
const NO_FORMAT: Record<string, string> = { minStrings: '0', maxStrings: '1' };

/** Reports what an interaction asks of the length and form of its answers: nothing here keeps it. */
function tellFormat({ attributes }: XmlElement, names: string[], { report, place }: Conversion): void {
  const asked = names.filter((name) => attributes[name] && attributes[name] !== NO_FORMAT[name]);
  if (asked.length === 0) return;
  report.changed(place, 'answerFormat', {
    text: asked
      .map((name) => `${name}=${attributes[name]}`)
      .join(', ')
      .slice(0, 200),
  });
}

function generalFeedback({ element, isOwn }: Item, to: Conversion): string {
  const told = elementsOf(element, 'modalFeedback').map((feedback) =>
    qtiMarkdown(feedback.children, to, { told: [], interactions: () => undefined }),
  );
  const texts = [...new Set(told)].filter((text) => text !== '');
  if (!isOwn && texts.length > 0) to.report.changed(to.place, 'answerFeedback', { count: texts.length });
  return isOwn ? (texts[0] ?? '') : texts.map((text) => `- ${text.replace(/\n/g, '\n  ')}`).join('\n');
}
