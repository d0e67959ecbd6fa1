export type SubjectType = 'course' | 'project' | 'announcement';

const PREFIXES = {
  announcement: { auth: '/user/auth/announcement', open: '/user/api/announcement' },
  course: { auth: '/course/auth/course', open: '/course/api/course' },
  project: { auth: '/course/auth/project', open: '/course/api/project' },
} as const;

/**
 * The calls of one kind of subject. They differ by their path only, so all have the types of the announcement's.
 * @param signedIn whether somebody of the enterprise reads: they see what they may delete
 */
export function commentCalls(type: SubjectType, signedIn: boolean) {
  const { auth, open } = PREFIXES[type];
  const read = signedIn ? auth : open;
  return {
    page: `POST ${read}/comment/page` as 'POST /user/auth/announcement/comment/page',
    replies: `POST ${read}/comment/reply/page` as 'POST /user/auth/announcement/comment/reply/page',
    save: `POST ${auth}/comment/save` as 'POST /user/auth/announcement/comment/save',
    reply: `POST ${auth}/comment/reply/save` as 'POST /user/auth/announcement/comment/reply/save',
    delete: `DELETE ${auth}/comment/delete` as 'DELETE /user/auth/announcement/comment/delete',
    deleteReply: `DELETE ${auth}/comment/reply/delete` as 'DELETE /user/auth/announcement/comment/reply/delete',
  };
}
