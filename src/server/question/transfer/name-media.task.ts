import { replaceMedia } from '../formats/pictures.ts';
import { type DraftPart, draftsOf, mapTexts, partsOf } from './import-content.ts';

/** Gives the texts of questions the addresses of their files, by the ids under which they were stored. */
export function run({ parts, ids }: { parts: DraftPart[]; ids: ReadonlyMap<string, string> }): DraftPart[] {
  const stored = (text: string) =>
    replaceMedia(text, (name) => (ids.has(name) ? `/media/${ids.get(name)}` : undefined));
  return partsOf(parts.flatMap(draftsOf).map((draft) => mapTexts(draft, stored)));
}

/** The bytes are not copied. */
export const transfer = (parts: DraftPart[]): ArrayBuffer[] => parts.map(({ buffer }) => buffer);
