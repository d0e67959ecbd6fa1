import fc from 'fast-check';
import { AppError } from '#src/server/core/app-error.ts';
import type { FormatResult } from '#src/server/question/formats/draft.ts';
import type { LossReason } from '#src/server/question/formats/loss-reasons.ts';
import { readQuestionFile } from '#src/server/question/formats/read-file.ts';
import { changed, ChangeOf, checkDraft, PlaceOf, type Change } from './formats.ts';
import { MARK, markedFile, type MarkedFormat } from './marked-files.ts';

/** How a file of XML is damaged so that it stays well-formed: an element gets another name, or is removed. */
type Restructuring = { kind: 'rename' | 'remove'; at: number };
const MutationOf = fc.record({
  variant: fc.nat(20),
  changes: fc.array(ChangeOf, { maxLength: 3 }),
  restructured: fc.option(fc.record({ kind: fc.constantFrom('rename', 'remove'), at: PlaceOf })),
});

/**
 * Reads files that are damaged at random: each gives questions and losses, or a refusal; and whatever text a file still has is in a
 * question, or the question that had it is in the report.
 */
export async function fuzzLostTexts(
  format: MarkedFormat,
  { seed, files }: { seed: number; files: number },
): Promise<{ read: number; failure: string | undefined }> {
  let read = 0;
  const property = fc.asyncProperty(MutationOf, async ({ variant, changes, restructured }) => {
    const source = markedFile(format, variant);
    const text = restructured && format !== 'GIFT' ? restructure(source, restructured) : source;
    const damaged = damage(text, format, changes);
    let result: FormatResult;
    try {
      result = await readQuestionFile(new TextEncoder().encode(damaged), { file: 'marked', language: 'en' });
    } catch (error) {
      if (error instanceof AppError) return;
      throw error;
    }
    read += 1;
    for (const draft of result.drafts) checkDraft(draft);
    const lost = lostIn(damaged, format, result);
    if (lost.length > 0) throw new Error(`lost without a word: ${lost.join(', ')}\n${damaged}`);
  });
  const details = await fc.check(property, { seed, numRuns: files, endOnFailure: true });
  return { read, failure: details.failed ? String((details.errorInstance as Error).stack).slice(0, 6_000) : undefined };
}

/** Pieces that would end the file as XML are put into its texts. */
function damage(text: string, format: MarkedFormat, changes: Change[]): string {
  if (format === 'GIFT') return changed(text, changes);
  const written = changes.map((change) => ({
    ...change,
    kind: change.kind === 'end' || change.kind === 'flip' ? ('put' as const) : change.kind,
    piece: change.piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  }));
  return changed(text, written);
}

function restructure(text: string, { kind, at }: Restructuring): string {
  const names = [...new Set([...text.matchAll(/<([a-z_A-Z0-9]+)[\s>]/g)].map(([, name]) => name!))].slice(1);
  const name = names[Math.floor(at * names.length)]!;
  if (kind === 'rename') return text.replace(new RegExp(`(</?)${name}(?=[\\s/>])`, 'g'), `$1x${name}`);
  return text.replace(new RegExp(`<${name}(?:\\s[^>]*)?>[^<]*</${name}>`), '');
}

/** Losses that say nothing about a text. */
const OTHER = new Set<LossReason>([
  ...([
    'optionFeedback',
    'answerFeedback',
    'numberAsText',
    'tolerance',
    'matchingAsBlanks',
    'choicesAsBlanks',
  ] as const),
  ...(['gapsAsBlanks', 'caseSensitive', 'partialCredit', 'multipleAsSingle', 'severalRight', 'testStructure'] as const),
  ...(['score', 'scoring', 'underline', 'duplicateCode', 'listMarks'] as const),
]);

/** As the reader decides it: a file with something before its first element is not XML any more. */
const isXml = (text: string) => /^\ufeff?\s*<[?!A-Za-z]/.test(text);

/** The words that are neither in a question nor in a part of the file that the report names. */
function lostIn(text: string, intended: MarkedFormat, { drafts, losses }: FormatResult): string[] {
  const format = isXml(text) ? intended : 'GIFT';
  // A title names the question, unless an id does.
  const titles = format === 'GIFT' ? [...text.matchAll(/^\s*::([\s\S]*?)::/gm)].map(([title]) => title) : [];
  const kept = JSON.stringify([drafts, losses, titles]);
  const lines = text.split(/\r\n|\r|\n/);
  const starts = [...drafts, ...losses.map(({ place }) => ({ place }))].map(({ place }) => place.line ?? 0);
  const telling = losses.filter(({ reason }) => !OTHER.has(reason));
  const lossLines = telling.map(({ place }) => place.line ?? 0);
  const isTold = (line: number) => {
    if (format === 'QTI 2') return telling.length > 0;
    const owner = Math.max(0, ...starts.filter((start) => start <= line));
    const [from, to] = format === 'GIFT' ? paragraph(lines, line) : [owner, owner];
    return lossLines.some((each) => each === owner || (each >= from && each <= to));
  };
  return lines.flatMap((line, index) =>
    (format === 'GIFT' && /^\s*(?:\/\/|\$CATEGORY)/i.test(line)
      ? []
      : [...line.matchAll(MARK)].map(([word]) => word)
    ).filter((word) => !kept.includes(word) && !isTold(index + 1)),
  );
}

function paragraph(lines: string[], line: number): [number, number] {
  let [from, to] = [line, line];
  while (from > 1 && lines[from - 2]!.trim() !== '') from -= 1;
  while (to < lines.length && lines[to]!.trim() !== '') to += 1;
  return [from, to];
}
