import { randomUUID } from 'node:crypto';
import type { communityComment } from '#src/contract/community-comment.ts';
import type { communityDraft } from '#src/contract/community-draft.ts';
import type { communityLabel } from '#src/contract/community-label.ts';
import type { communityPost } from '#src/contract/community-post.ts';
import type { SubjectType } from '#src/server/community/tables/comment.ts';
import { documentOf, mintAnswer, mintLabel, mintPost } from '../community.ts';
import { ok } from '../portal.ts';
import { mintComment, subjectOf, type Inputs, type Scene } from '../scene.ts';

const none = () => ({});
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
const ofAnnouncement = comments('announcement');
const ofCourse = comments('course');
const ofProject = comments('project');
const ofPost = comments('post');

/** A question, or other post, of the person. */
const ownPost = ({ world, person }: Scene, more: Parameters<typeof mintPost>[2] = {}) =>
  mintPost(world.tenant, person, {
    title: `Asked ${world.mark}`,
    text: `Text ${world.mark}`,
    labelIds: [world.labelId],
    ...more,
  });
const byOwnPost = async (scene: Scene) => ({ id: await ownPost(scene) });
const draft = ({ world }: Scene) => ({
  id: randomUUID(),
  baseRevision: 0,
  kind: 'answer' as const,
  questionId: world.questionId,
  body: documentOf(`Drafted ${world.mark}`),
});
const ownDraft = async (scene: Scene) => {
  const input = draft(scene);
  await ok(scene.person, 'POST /community/auth/draft/save', input);
  return { id: input.id };
};

export const communityInputs: Inputs<
  keyof (typeof communityComment & typeof communityLabel & typeof communityPost & typeof communityDraft)
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
  'POST /community/api/post/comment/page': ofPost.page,
  'POST /community/api/post/comment/reply/page': ofPost.replies,
  'POST /community/auth/post/comment/page': ofPost.page,
  'POST /community/auth/post/comment/reply/page': ofPost.replies,
  'POST /community/auth/post/comment/save': ofPost.save,
  'POST /community/auth/post/comment/reply/save': ofPost.reply,
  'DELETE /community/auth/post/comment/reply/delete': ofPost.removeReply,
  'DELETE /community/auth/post/comment/delete': ofPost.remove,
  'POST /community/api/label/list': none,
  'PUT /community/auth/label/follow': ({ world }) => ({ id: world.labelId, on: true }),
  'GET /community/auth/label/edit/list': none,
  'POST /community/auth/label/save': async ({ world }) => ({
    id: await mintLabel(world.tenant),
    revision: 1,
    name: { zh: `Label ${world.mark}`, en: `Label ${world.mark}` },
    description: { en: `About ${world.mark}` },
    color: 'green',
  }),
  'DELETE /community/auth/label/delete': async ({ world }) => ({ id: await mintLabel(world.tenant) }),
  'PUT /community/auth/label/restore': async ({ world }) => ({
    id: await mintLabel(world.tenant, { published: false, deletedAt: new Date() }),
  }),
  'POST /community/api/post/page': ({ world }) => ({ labelId: world.labelId }),
  'GET /community/api/access/view': none,
  'GET /community/api/post/view': byOwnPost,
  'POST /community/api/answer/page': ({ world }) => ({ questionId: world.questionId }),
  'POST /community/auth/post/similar': ({ world }) => ({ title: `Question ${world.mark}` }),
  'POST /community/auth/post/waiting/page': none,
  'GET /community/auth/post/subject/view': ({ world }) => ({ subjectType: 'course', subjectId: world.courseId }),
  'POST /community/auth/post/version/page': byOwnPost,
  'PUT /community/auth/post/vote': ({ world }) => ({ id: world.questionId, on: true }),
  'PUT /community/auth/post/follow': async (scene) => ({ ...(await byOwnPost(scene)), on: true }),
  'PUT /community/auth/answer/accept': async (scene) => {
    const { tenant, lecturer } = scene.world;
    return { id: await mintAnswer(tenant, lecturer, await ownPost(scene)), on: true };
  },
  'PUT /community/auth/post/duplicate': async (scene) => ({
    ...(await byOwnPost(scene)),
    duplicateOf: scene.world.questionId,
  }),
  'DELETE /community/auth/post/delete': byOwnPost,
  'POST /community/auth/post/invite': async (scene) => ({
    questionId: await ownPost(scene),
    userIds: [scene.world.lecturer.userId],
  }),
  'POST /community/auth/colleague/list': ({ world }) => ({ keyword: world.mark }),
  'GET /community/api/author/view': ({ person }) => ({ userId: person.userId }),
  'POST /community/auth/draft/page': none,
  'GET /community/auth/draft/view': ownDraft,
  'POST /community/auth/draft/edit': async (scene) => ({ postId: await ownPost(scene) }),
  'POST /community/auth/draft/save': draft,
  'POST /community/auth/draft/publish': draft,
  'DELETE /community/auth/draft/delete': ownDraft,
};
