import gift from 'gift-pegjs';
import type { GIFTQuestion } from 'gift-pegjs';
import type { Language, Place } from '../draft.ts';
import type { FindFile } from '../clean-html.ts';
import type { Report } from '../report.ts';
import { cleanLine } from '../text.ts';
import { convertGift } from './convert-gift.ts';
import { protectGift, restore } from './protect-gift.ts';
import { splitGift, type GiftBlock } from './split-gift.ts';

/** Longest question that is parsed, characters; the texts of a question have limits of their own. */
const MAX_BLOCK = 200_000;

/** Names the language of a file, in its first line. */
const LANGUAGE = /^\ufeff?\s*\/\/ \[language:(zh|en)\]/;

/** Reads a GIFT file. A question that cannot be read does not prevent the others. */
export function readGift(
  text: string,
  { file, language: asked, report, findFile }: { file: string; language: Language; report: Report; findFile: FindFile },
): void {
  const language = (LANGUAGE.exec(text)?.[1] ?? asked) as Language;
  let topic: string | null = null;
  for (const block of splitGift(text)) {
    const place: Place = { file, line: block.line, item: null };
    const category = /^\$CATEGORY:(.*)$/i.exec(block.text)?.[1];
    if (category !== undefined) {
      topic = topicOf(category);
      continue;
    }
    if (report.isFull({ ...place, item: titleOf(block) })) continue;
    const question = parse(block, place, report);
    if (question) convertGift(question, block, { place, language, topic, report, findFile });
  }
}

function parse(block: GiftBlock, place: Place, report: Report): GIFTQuestion | undefined {
  if (block.text.length > MAX_BLOCK) {
    report.skipped(place, 'syntax', { line: block.line });
    return undefined;
  }
  try {
    const found = gift.parse(protectGift(block.text));
    if (found.length === 1) return found[0]!;
    report.skipped(place, 'syntax', { line: block.line });
  } catch (error) {
    // Whatever the parser throws, also for nesting that exhausts the stack: the question is named in the report.
    const line = (error as { location?: { start: { line: number } } }).location?.start.line ?? 1;
    report.skipped({ ...place, item: titleOf(block) }, 'syntax', { line: block.line + line - 1 });
  }
  return undefined;
}

function titleOf({ text }: GiftBlock): string | null {
  const title = /^\s*::([\s\S]*?)::/.exec(text)?.[1];
  return title === undefined ? null : cleanLine(restore(title));
}

/** Steps of a category path that name the place in Moodle, not a topic. */
const PLACES = /^(?:\$(?:course|system|cat\d*|module|coursecat)\$|top)$/i;

/** Returns a category path as a topic. `//` is a slash within a name. */
export function topicOf(category: string): string | null {
  const steps = category
    .trim()
    .split(/(?<!\/)\/(?!\/)/)
    .map((step) => cleanLine(step.replaceAll('//', '\uff0f')))
    .filter((step) => step !== '' && !PLACES.test(step));
  return steps.length > 0 ? steps.join('/') : null;
}
