import { and, eq, inArray } from 'drizzle-orm';
import { file } from '#src/server/file/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { turns } from '#src/server/core/turns.ts';
import type { QuestionContent } from './render-question.ts';
import { mediaOf, type Media } from './render-text.ts';

const textsOf = ({ texts, type, answer }: QuestionContent): string[] => [
  ...Object.values(texts).flatMap(({ stem, options, analysis }) => [
    stem,
    ...options.map(({ text }) => text),
    analysis ?? '',
  ]),
  ...(type === 'short' ? [answer as string] : []),
];

/** Ids of the files that a question shows. */
export const mediaIn = (content: QuestionContent): string[] => textsOf(content).flatMap(mediaOf);

/** Reads the files that questions show, as far as they are pictures and sound of this tenant. */
export async function readMedia(db: TenantDb, enterpriseId: string, contents: QuestionContent[]): Promise<Media> {
  const found = new Set<string>();
  const turn = turns();
  for (const content of contents) {
    for (const id of mediaIn(content)) found.add(id);
    await turn();
  }
  const ids = [...found];
  if (ids.length === 0) return new Map();
  const files = await db
    .select()
    .from(file)
    .where(and(eq(file.enterpriseId, enterpriseId), inArray(file.id, ids)));
  return new Map(
    files
      .filter(({ contentType, visibility }) => visibility !== 'private' && /^(?:image|audio)\//.test(contentType))
      .map(({ id, contentType, width, height }) => [
        id,
        { kind: contentType.startsWith('audio/') ? 'sound' : 'picture', width, height },
      ]),
  );
}
