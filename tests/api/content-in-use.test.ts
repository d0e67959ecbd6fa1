import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { NO_RULES, publishedCourse } from '../factories/editing.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { openPlayer, passTime } from '../factories/study.ts';
import { mintWorld, type World } from '../factories/world.ts';

/* A course that is withdrawn while somebody studies it, and published again (docs/specification.md, section "Editing content"). */

let world: World;
beforeAll(async () => {
  world = await mintWorld(await startWorldProviders());
});

const withdraw = (id: string) =>
  ok(world.admin, 'POST /system/auth/content/change', { kind: 'course', ids: [id], action: 'withdraw' });
async function publish(id: string) {
  const { revision } = await ok(world.admin, 'GET /system/auth/content/view', { kind: 'course', id });
  await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', id, revision });
}
const item = (type: 'link' | 'questionnaire', more: object) => ({
  ...{ id: randomUUID(), parentId: null, name: type, type, fileId: null, fileName: null, examId: null },
  ...{ seconds: 0, questions: [], ...NO_RULES },
  ...more,
});

describe('a course that is withdrawn in mid-study', () => {
  it('counts nothing and says why, keeps what was counted, and goes on when it is published again', async () => {
    const link = item('link', { url: 'https://example.org/', seconds: 100 });
    const { id } = await publishedCourse(world, { items: [link], noSkipping: false, completionThreshold: 100 });
    const { learner, tenant } = world;
    const player = await openPlayer(learner, link.id);
    await passTime(tenant, learner, 200);
    expect(await player.report([[0, 40]])).toMatchObject({ acceptedSeconds: 40, refusal: null });
    await withdraw(id);
    await passTime(tenant, learner, 200);
    // The study room shows `study:refusal.unpublished`.
    expect(await player.report([[40, 60]])).toMatchObject({
      ...{ acceptedSeconds: 0, refusal: 'unpublished' },
      resource: { watched: [[0, 40]] },
    });
    const room = { courseId: id };
    expect((await call(learner, 'GET /course/auth/study/course/view', room)).code).not.toBe(200);
    await publish(id);
    expect(await player.report([[40, 60]])).toMatchObject({
      ...{ acceptedSeconds: 20, refusal: null },
      resource: { watched: [[0, 60]] },
    });
    const { resources } = await ok(learner, 'GET /course/auth/study/course/view', room);
    expect(resources[0]).toMatchObject({ studyProgress: 60, watched: [[0, 60]] });
  });

  it('refuses a questionnaire that somebody is filling in, and takes the answers later', async () => {
    const question = {
      ...{ code: 'why', kind: 'text' as const, title: 'Why?', hint: '', required: true, showIf: null, options: [] },
      ...{
        rows: [],
        other: false,
        least: null,
        most: null,
        leastLabel: '',
        mostLabel: '',
        long: false,
        maxLength: null,
      },
    };
    const pages = [{ code: 'page', title: '', introduction: '', showIf: null, questions: [question] }];
    const asked = item('questionnaire', { questionnaire: { introduction: '', anonymous: false, pages } });
    const { id } = await publishedCourse(world, { items: [asked] });
    const resourceId = asked.id;
    const { questionnaireId } = await ok(world.learner, 'GET /course/auth/questionnaire/view', { resourceId });
    const answers = [{ question: 'why', text: 'Because' }];
    const submit = () =>
      call(world.learner, 'POST /course/auth/questionnaire/submit', { resourceId, questionnaireId, answers });
    await withdraw(id);
    expect([403, 404]).toContain((await submit()).code);
    await publish(id);
    expect((await submit()).code).toBe(200);
  });
});
