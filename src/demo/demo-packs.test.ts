import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPack } from '#src/server/content/read-pack.ts';

describe.each(['huaxin', 'bluebay'])('the demo pack %s', (tenant) => {
  it('has no mistakes and shows every kind of thing', async () => {
    const folder = fileURLToPath(new URL(`./packs/${tenant}/`, import.meta.url));
    const { pack, mistakes, warnings } = await readPack(folder);
    expect([...mistakes, ...warnings]).toEqual([]);
    expect(pack!.site.key).toBe(tenant);
    expect(new Set(pack!.courses.map((course) => course.courseType))).toEqual(new Set([1, 2, 3]));
    for (const bank of pack!.banks) expect(bank.questions.length).toBeGreaterThanOrEqual(20);
    const flagship = pack!.exams.find((exam) => exam.code === pack!.courses[0]!.resources.at(-1)!.exam)!;
    expect(flagship.limitMinutes).toBe(30);
    expect(flagship.sections.map((section) => section.type)).toEqual(['single', 'multiple', 'judge', 'blank', 'short']);
    expect(flagship.sections.reduce((sum, section) => sum + section.count, 0)).toBe(10);
    const objective = pack!.exams.filter((exam) => exam.sections.every((section) => section.type !== 'short'));
    expect(objective.some((exam) => exam.course && exam.certificate)).toBe(true);
    const bytes = [...pack!.media.values()].reduce((sum, media) => sum + media.bytes, 0);
    expect(bytes).toBeLessThan(3_500_000);
  });
});
