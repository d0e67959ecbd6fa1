import type { community } from '#src/contract/community.ts';
import type { course } from '#src/contract/course.ts';
import type { courseProject } from '#src/contract/course-project.ts';
import type { courseReaction } from '#src/contract/course-reaction.ts';
import type { study } from '#src/contract/study.ts';
import type { SubjectType } from '#src/server/core/db/schema/community.ts';
import { ok } from '../portal.ts';
import { mintComment, subjectOf, type Inputs, type Scene } from '../scene.ts';
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

const comments = (subjectType: SubjectType) => ({
  page: ({ world }: Scene) => ({ subjectId: subjectOf(world, subjectType) }),
  replies: async (scene: Scene) => ({ commentId: await mintComment(scene, subjectType) }),
  save: ({ world }: Scene) => ({ subjectId: subjectOf(world, subjectType), content: `Said ${world.mark}` }),
  reply: async (scene: Scene) => ({
    commentId: await mintComment(scene, subjectType),
    content: `Answered ${scene.world.mark}`,
  }),
  removeReply: async (scene: Scene) => ({
    id: await mintComment(scene, subjectType, await mintComment(scene, subjectType)),
  }),
  remove: async (scene: Scene) => ({ id: await mintComment(scene, subjectType) }),
});
const [ofAnnouncement, ofCourse, ofProject] = [comments('announcement'), comments('course'), comments('project')];

export const courseInputs: Inputs<
  keyof (typeof community & typeof course & typeof courseProject & typeof courseReaction & typeof study)
> = {
  'POST /user/api/announcement/comment/page': ofAnnouncement.page,
  'POST /user/api/announcement/comment/reply/page': ofAnnouncement.replies,
  'POST /user/auth/announcement/comment/page': ofAnnouncement.page,
  'POST /user/auth/announcement/comment/reply/page': ofAnnouncement.replies,
  'POST /user/auth/announcement/comment/save': ofAnnouncement.save,
  'POST /user/auth/announcement/comment/reply/save': ofAnnouncement.reply,
  'DELETE /user/auth/announcement/comment/reply/delete': ofAnnouncement.removeReply,
  'DELETE /user/auth/announcement/comment/delete': ofAnnouncement.remove,
  'POST /course/api/course/comment/page': ofCourse.page,
  'POST /course/api/course/comment/reply/page': ofCourse.replies,
  'POST /course/auth/course/comment/page': ofCourse.page,
  'POST /course/auth/course/comment/reply/page': ofCourse.replies,
  'POST /course/auth/course/comment/save': ofCourse.save,
  'POST /course/auth/course/comment/reply/save': ofCourse.reply,
  'DELETE /course/auth/course/comment/reply/delete': ofCourse.removeReply,
  'DELETE /course/auth/course/comment/delete': ofCourse.remove,
  'POST /course/api/project/comment/page': ofProject.page,
  'POST /course/api/project/comment/reply/page': ofProject.replies,
  'POST /course/auth/project/comment/page': ofProject.page,
  'POST /course/auth/project/comment/reply/page': ofProject.replies,
  'POST /course/auth/project/comment/save': ofProject.save,
  'POST /course/auth/project/comment/reply/save': ofProject.reply,
  'DELETE /course/auth/project/comment/reply/delete': ofProject.removeReply,
  'DELETE /course/auth/project/comment/delete': ofProject.remove,
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
  'GET /course/auth/study/explain': video,
  'POST /course/auth/study/task/page': none,
  'GET /course/auth/study/task/view': task,
  'GET /course/api/study/task/getUrlParam': task,
  'POST /course/auth/study/dynamic/page': none,
  'POST /data/auth/course/user/progress/user/course/study/page': inCourse,
  'POST /data/auth/course/user/progress/user/page': none,
};
