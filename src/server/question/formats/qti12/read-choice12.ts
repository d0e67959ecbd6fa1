import { choiceOf, type Conversion } from '../convert.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from '../limits.ts';
import { isTrueOrFalse, saysTrue } from '../qti/read-choices.ts';
import { optionKey } from '../text.ts';
import { findAll, type XmlElement } from '../xml/parse-xml.ts';
import { askedIn, isPositive, scoreOf, type Rule } from './conditions.ts';
import { materialMarkdown } from './material.ts';
import { renderElement, type Parts } from './read-parts12.ts';

/** Reads a choice. @returns undefined, after reporting why, if it is not taken */
export function readChoice(response: XmlElement, stem: string, rules: Rule[], to: Conversion): Parts | undefined {
  const { report, place } = to;
  const { ident = '', rcardinality = 'Single' } = response.attributes;
  const render = renderElement(response)!;
  const labels = findAll(render, new Set(['response_label']));
  if (labels.length > LIMITS.options) {
    report.skipped(place, 'tooManyOptions', { max: LIMITS.options });
    return undefined;
  }
  const ids = labels.map(({ attributes }) => attributes['ident'] ?? '');
  const texts = labels.map((label) => materialMarkdown(label, to));
  const asked = rules.filter(isPositive).flatMap((rule) => askedIn(rule.condition));
  const unknown = asked.find(({ response: name, value }) => name === ident && !ids.includes(value));
  if (unknown) {
    report.skipped(place, 'unknownKey', { key: unknown.value });
    return undefined;
  }
  const score = (chosen: string[]) => scoreOf(rules, new Map([[ident, chosen]]));
  const isSeveral = !/^single$/i.test(rcardinality);
  const single = ids.map((id) => score([id]));
  const best = Math.max(0, ...single);
  const right = isSeveral ? rightSet(ids, rules, ident, score) : undefined;
  if (isSeveral ? right!.length === 0 : best === 0) {
    report.skipped(place, 'noAnswer');
    return undefined;
  }
  const share = isSeveral ? 100 / right!.length : 0;
  const options = texts.map((text, at) => ({
    ...{ text, feedback: '' },
    weight: isSeveral ? (right!.includes(ids[at]!) ? share : -100) : Math.round((single[at]! / best) * 100),
  }));
  if (isSeveral && !isAllOrNothing(ids, right!, score)) report.changed(place, 'scoring');
  const shuffle = render.attributes['shuffle'];
  const fixed = labels.flatMap(({ attributes }, at) =>
    /^no$/i.test(attributes['rshuffle'] ?? '') ? [optionKey(at)] : [],
  );
  const isShuffled = /^yes$/i.test(shuffle ?? '');
  if (isShuffled && fixed.length > 0) report.changed(place, 'fixedOption', { keys: fixed.join(', ') });
  const keepsOrder = shuffle === undefined ? undefined : !isShuffled || fixed.length > 0;
  const choice = choiceOf(options, isSeveral, to);
  if (choice.type === 'single' && isTrueOrFalse(choice.options)) {
    const chosen = choice.options.find(({ key }) => key === choice.answer)!;
    return { type: 'judge', stem, options: [], answer: saysTrue(chosen.text) };
  }
  return { ...choice, stem, keepsOrder };
}

type Score = (chosen: string[]) => number;

/** The choice with the highest score: what one rule asks for, all that rules ask for, or what scores alone. */
function rightSet(ids: string[], rules: Rule[], ident: string, score: Score): string[] {
  const wanted = rules
    .filter(isPositive)
    .map((rule) => askedIn(rule.condition).flatMap(({ response, value }) => (response === ident ? [value] : [])));
  const alone = ids.filter((id) => score([id]) > score([]));
  const sets = [...wanted, [...new Set(wanted.flat())], alone].filter((set) => set.length > 0);
  const best = Math.max(0, ...sets.map(score));
  const found = sets.filter((set) => score(set) === best).sort((a, b) => a.length - b.length)[0];
  return best > 0 && found ? ids.filter((id) => found.includes(id)) : [];
}

/** Whether nothing but the right set scores, as with a multiple choice of ours. */
function isAllOrNothing(ids: string[], right: string[], score: Score): boolean {
  const without = right.map((id) => right.filter((each) => each !== id));
  const withMore = ids.filter((id) => !right.includes(id)).map((id) => [...right, id]);
  return [...without, ...withMore].every((set) => score(set) <= 0);
}
