import type { studyTasks } from '#src/contract/study-tasks.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { studyTaskPerson } from '#src/server/study/tables/task-audience.ts';
import { mintTask } from '../study.ts';
import { taskDraft } from '../task.ts';
import type { Inputs, Scene } from '../scene.ts';

/** A task that the user has. */
async function assigned({ world: { tenant, courseId, mark }, person }: Scene, published = true): Promise<string> {
  const id = await mintTask(tenant, published ? [person] : [], [{ courseId }], 10, {
    ...{ title: `Task ${mark}`, published },
    ...(!published && { code: `portal-${mark}-${Math.random()}` }),
  });
  await withTenant(tenant.id, (db) =>
    db.insert(studyTaskPerson).values({ enterpriseId: tenant.id, taskId: id, userId: person.userId }),
  );
  return id;
}

const named = ({ world, person }: Scene) =>
  taskDraft(world.courseId, { title: `Task ${world.mark}`, people: [{ userId: person.userId }] });
const ofTask = async (scene: Scene) => ({ id: await assigned(scene) });
const ofDraft = async (scene: Scene) => ({ id: await assigned(scene, false) });

export const taskInputs: Inputs<keyof typeof studyTasks> = {
  'POST /course/auth/study/tasks/page': async (scene) => ({ keyword: (await assigned(scene)) && scene.world.mark }),
  'GET /course/auth/study/tasks/view': ofTask,
  'POST /course/auth/study/tasks/save': named,
  'POST /course/auth/study/tasks/preview': named,
  'POST /course/auth/study/tasks/phase': async (scene) => ({
    ...{ ...(await ofDraft(scene)), revision: 1, phase: 'published' as const },
  }),
  'POST /course/auth/study/tasks/copy': ofTask,
  'DELETE /course/auth/study/tasks/delete': ofDraft,
  'POST /course/auth/study/tasks/subject/page': ({ world }) => ({ kind: 'course', keyword: world.mark }),
  'POST /course/auth/study/tasks/progress/page': ofTask,
  'POST /course/auth/study/tasks/progress/total': ofTask,
  'POST /course/auth/study/tasks/progress/export': ofTask,
};
