import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { markdownToDocument } from '#src/server/pack/markdown-document.ts';
import { postsOf } from '#src/server/pack/pack-community.ts';
import { readPack } from '#src/server/content/read-pack.ts';

/** Types of the nodes on the first level of a text. */
function nodeTypes(body: string): string[] {
  const { document } = markdownToDocument(body, () => ({ fileId: '', width: null, height: null }));
  return (document.content as { type: string }[]).map(({ type }) => type);
}

describe.each(['huaxin', 'bluebay'])('the demo pack %s', (tenant) => {
  it('has no mistakes and contains all types of courses, questions and exams', async () => {
    const folder = fileURLToPath(new URL(`./packs/${tenant}/`, import.meta.url));
    const { pack, mistakes, warnings } = await readPack(folder);
    expect([...mistakes, ...warnings]).toEqual([]);
    expect(pack!.site.key).toBe(tenant);
    expect(new Set(pack!.courses.map((course) => course.courseType))).toEqual(new Set([1, 2, 3]));
    // Besides those that show formulas, tables, pictures and sound, those for practice, and those of essays.
    for (const bank of pack!.banks.filter(({ questions }) => questions.some(({ type }) => type !== 'short')))
      expect(bank.questions.length).toBeGreaterThanOrEqual(
        ['electric-bank', 'practice-bank', 'stability-bank'].includes(bank.code) ? 5 : 20,
      );
    const flagship = pack!.exams.find((exam) => exam.code === pack!.courses[0]!.resources.at(-1)!.exam)!;
    expect(flagship.limitMinutes).toBe(30);
    expect(flagship.sections.map((section) => section.type)).toEqual(['single', 'multiple', 'judge', 'blank', 'short']);
    expect(flagship.sections.reduce((sum, section) => sum + section.count, 0)).toBe(10);
    const objective = pack!.exams.filter((exam) => exam.sections.every((section) => section.type !== 'short'));
    expect(objective.some((exam) => exam.course && exam.certificate)).toBe(true);
    const bytes = [...pack!.media.values()].reduce((sum, media) => sum + media.bytes, 0);
    expect(bytes).toBeLessThan(3_500_000);
  });

  it('has a community with posts, answers and labels of every kind', async () => {
    const folder = fileURLToPath(new URL(`./packs/${tenant}/`, import.meta.url));
    const { site, community } = (await readPack(folder)).pack!;
    expect(site.websiteNavList.find(({ navMenuType }) => navMenuType === 4)).toMatchObject({ navUrl: '/community' });
    expect(community.settings!.isPublic).toBe(tenant === 'bluebay');
    const { labels, blogs, questions } = community;
    expect(labels.length).toBeGreaterThanOrEqual(6);
    expect(labels.filter(({ code }) => ![...blogs, ...questions].some((post) => post.labels.includes(code)))).toEqual(
      [],
    );
    expect([blogs.length >= 8, questions.length >= 10]).toEqual([true, true]);
    expect(questions.every(({ answers }) => answers.length >= 1 && answers.length <= 4)).toBe(true);
    const solved = questions.filter(({ answers }) => answers.some(({ accepted }) => accepted));
    expect(solved.length).toBeGreaterThanOrEqual(questions.length / 2);
    expect(solved.length).toBeLessThan(questions.length);
    for (const key of ['duplicateOf', 'locked', 'anonymous', 'course', 'exam'] as const)
      expect(
        questions.some((question) => question[key]),
        key,
      ).toBe(true);
    const types = new Set(postsOf(community).flatMap(({ body }) => nodeTypes(body)));
    const wanted = ['heading', 'bulletList', 'orderedList', 'table', 'codeBlock', 'blockMath', 'image', 'blockquote'];
    expect(wanted.filter((type) => !types.has(type))).toEqual([]);
  });
});
