import { and, eq } from 'drizzle-orm';
import { resourceCaption, resourceQuestion } from '#src/server/study/tables/media.ts';
import { syncByCode, type Importing } from '#src/server/pack/importing.ts';
import type { Resource } from '#src/server/pack/pack-courses.ts';
import { captionFiles, type MediaQuestion } from '#src/server/pack/pack-media.ts';

/** Imports captions and questions of the videos of all courses. @param resources ids by code, by the code of the course */
export async function importMedia(importing: Importing, resources: ReadonlyMap<string, ReadonlyMap<string, string>>) {
  for (const { code, resources: tree } of importing.pack.courses)
    if (!importing.edits.isTakenOver('course', code)) await importTree(importing, code, tree, resources.get(code)!);
}

async function importTree(
  importing: Importing,
  course: string,
  resources: Resource[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (const entry of resources) {
    const resourceId = ids.get(entry.code)!;
    const name = `${course}/${entry.code}`;
    if (entry.resourceType === 2 || entry.resourceType === 3) {
      await importCaptions(importing, name, resourceId, entry);
      await importQuestions(importing, name, resourceId, entry.questions ?? []);
    }
    await importTree(importing, course, entry.children ?? [], ids);
  }
}

async function importCaptions(importing: Importing, name: string, resourceId: string, entry: Resource): Promise<void> {
  const { db, enterpriseId, pack, tally, fileId } = importing;
  const files = new Map(
    captionFiles(entry.captions, pack.site.lang).map(([lang, path]) => [lang, fileId(path, 'member')!]),
  );
  const ofResource = and(eq(resourceCaption.enterpriseId, enterpriseId), eq(resourceCaption.resourceId, resourceId));
  const stored = await db.select().from(resourceCaption).where(ofResource);
  for (const { lang } of stored.filter((row) => !files.has(row.lang))) {
    await db.delete(resourceCaption).where(and(ofResource, eq(resourceCaption.lang, lang)));
    tally.add('captions', 'unpublished', `${name}/${lang}`);
  }
  for (const [lang, file] of files) {
    const before = stored.find((row) => row.lang === lang);
    const outcome = !before ? 'created' : before.fileId === file ? 'unchanged' : 'updated';
    tally.add('captions', outcome, `${name}/${lang}`);
    if (outcome === 'unchanged') continue;
    await db
      .insert(resourceCaption)
      .values({ enterpriseId, resourceId, lang, fileId: file })
      .onConflictDoUpdate({
        target: [resourceCaption.enterpriseId, resourceCaption.resourceId, resourceCaption.lang],
        set: { fileId: file },
      });
  }
}

async function importQuestions(importing: Importing, name: string, resourceId: string, questions: MediaQuestion[]) {
  if (questions.length === 0 && !importing.before[`mediaQuestion/${name}`]) return;
  await syncByCode(
    importing,
    'mediaQuestion',
    resourceQuestion,
    questions.map((question, sort) => ({
      resourceId,
      code: question.code,
      atSecond: question.at,
      kind: question.type,
      stem: question.stem,
      options: question.type === 'judge' ? [] : question.options,
      rightKeys: rightKeys(question),
      explanation: question.explanation ?? null,
      required: question.required,
      sort,
    })),
    { scope: eq(resourceQuestion.resourceId, resourceId), scopeName: name },
  );
}

function rightKeys(question: MediaQuestion): string[] {
  if (question.type === 'judge') return [question.answer ? 'T' : 'F'];
  return [...new Set([question.answer].flat())].sort();
}
