import type { course } from '#src/contract/course.ts';
import type { courseProject } from '#src/contract/course-project.ts';
import type { courseReaction } from '#src/contract/course-reaction.ts';
import type { study } from '#src/contract/study.ts';
import type { studyQuestions } from '#src/contract/study-questions.ts';
import { ok } from '../portal.ts';
import { type Inputs, type Scene } from '../scene.ts';
import { mintTask } from '../study.ts';

const none = () => ({});
const byCourse = ({ world }: Scene) => ({ id: world.courseId });
const byProject = ({ world }: Scene) => ({ id: world.projectId });
const inCourse = ({ world }: Scene) => ({ courseId: world.courseId });
const reaction = ({ world }: Scene) => ({ subjectType: 'course' as const, subjectId: world.courseId });
const video = ({ world }: Scene) => ({ resourceId: world.videoId });
const task = async ({ world, person }: Scene) => ({
  id: await mintTask(world.tenant, [person], [{ courseId: world.courseId }]),
});
const filter = ({ world }: Scene) => ({ categoryId: world.categoryId, keyword: world.mark });

export const courseInputs: Inputs<
  keyof (typeof course & typeof courseProject & typeof courseReaction & typeof study & typeof studyQuestions)
> = {
  'POST /course/api/course/info/page': filter,
  'POST /course/auth/course/info/page': filter,
  'GET /course/api/course/info/view': byCourse,
  'GET /course/api/course/info/related': byCourse,
  'GET /course/auth/course/info/view': byCourse,
  'GET /course/api/category/list': none,
  'POST /course/auth/resource/file/page': inCourse,
  'POST /course/auth/course/registration/save': ({ world }) => ({ courseId: world.registrationCourseId }),
  'GET /course/api/reaction/view': reaction,
  'GET /course/auth/reaction/view': reaction,
  'POST /course/auth/reaction/save': (scene) => ({ ...reaction(scene), liked: true, bookmarked: true, rating: 5 }),
  'POST /course/api/project/info/page': filter,
  'POST /course/auth/project/info/page': filter,
  'POST /course/auth/project/info/export': none,
  'GET /course/api/project/info/view': byProject,
  'GET /course/auth/project/info/view': byProject,
  'POST /course/auth/project/registration/save': ({ world }) => ({ projectId: world.registrationProjectId }),
  'GET /course/auth/study/course/view': inCourse,
  'POST /course/auth/study/player/open': video,
  'POST /course/auth/study/player/report': async (scene) => {
    const { playerId } = await ok(scene.person, 'POST /course/auth/study/player/open', video(scene));
    const { videoId: resourceId } = scene.world;
    const state = { position: 0, playbackRate: 1, captionsOn: false, active: true, studiedSeconds: 0 };
    return { playerId, resourceId, ranges: [[0, 5]], ...state };
  },
  'POST /course/auth/study/practice/save': ({ world }) => ({
    resourceId: world.practiceId,
    note: `Done at ${world.mark}`,
  }),
  'POST /course/auth/study/practice/waiting/page': none,
  'GET /course/auth/study/explain': video,
  'POST /course/auth/study/question/answer': ({ world }) => ({ questionId: world.mediaQuestionId, chosen: ['A'] }),
  'GET /course/auth/study/question/results': inCourse,
  'POST /course/auth/study/question/answer/page': ({ world }) => ({ questionId: world.mediaQuestionId }),
  'POST /course/auth/study/task/page': none,
  'POST /course/auth/study/task/export': none,
  'GET /course/auth/study/task/view': task,
  'GET /course/api/study/task/getUrlParam': task,
  'POST /course/auth/study/dynamic/page': none,
  'POST /data/auth/course/user/progress/user/course/study/page': inCourse,
  // Of all courses: one list is exported once at a time.
  'POST /data/auth/course/user/progress/user/course/study/export': none,
  'POST /data/auth/course/user/progress/user/page': none,
  'POST /data/auth/course/user/progress/user/export': none,
};
