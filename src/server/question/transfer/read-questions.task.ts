import type { Loss, Place, QuestionDraft, ReadOptions } from '../formats/draft.ts';
import { mediaOf } from '../formats/pictures.ts';
import { readQuestionFile } from '../formats/read-file.ts';
import { type DraftPart, partsOf } from './import-content.ts';

/** `parts`: the drafts. `media`: files that texts show by their name; `place` is that of the first of them. */
export type ReadFile = {
  parts: DraftPart[];
  losses: Loss[];
  media: { name: string; place: Place; bytes: Uint8Array<ArrayBuffer> }[];
};

/** Reads a file of questions. @throws AppError as `readQuestionFile` */
export async function run({ bytes, ...options }: ReadOptions & { bytes: Uint8Array }): Promise<ReadFile> {
  const { drafts, losses, files } = await readQuestionFile(bytes, options);
  const shown = new Map<string, Place>();
  for (const draft of drafts)
    for (const name of textsOf(draft).flatMap(mediaOf)) if (!shown.has(name)) shown.set(name, draft.place);
  const media = [...shown].flatMap(([name, place]) => {
    const found = files.get(name);
    // A copy, because a part of a buffer cannot be transferred.
    return found ? [{ name, place, bytes: new Uint8Array(found) }] : [];
  });
  return { parts: partsOf(drafts), losses, media };
}

/** The bytes are not copied. */
export const transfer = ({ parts, media }: ReadFile): ArrayBuffer[] =>
  [...parts, ...media.map(({ bytes }) => bytes)].map(({ buffer }) => buffer);

const textsOf = ({ texts, type, answer }: QuestionDraft): string[] => [
  ...Object.values(texts).flatMap(({ stem, options, analysis }) => [
    stem,
    ...options.map(({ text }) => text),
    analysis ?? '',
  ]),
  ...(type === 'short' ? [answer as string] : []),
];
