import type { Data } from '#src/contract/calls.ts';

export type SubjectType = 'course' | 'project' | 'announcement' | 'post';

const PREFIXES = {
  announcement: { auth: '/user/auth/announcement', open: '/user/api/announcement' },
  course: { auth: '/course/auth/course', open: '/course/api/course' },
  project: { auth: '/course/auth/project', open: '/course/api/project' },
  post: { auth: '/community/auth/post', open: '/community/api/post' },
} as const;

/**
 * The calls of one kind of subject; only their paths differ.
 * @param signedIn whether the reader is a member: the response then says what they may delete
 */
export function commentCalls<S extends SubjectType>(type: S, signedIn: boolean) {
  const { auth, open }: (typeof PREFIXES)[S] = PREFIXES[type];
  const read = signedIn ? auth : open;
  return {
    page: `POST ${read}/comment/page`,
    replies: `POST ${read}/comment/reply/page`,
    save: `POST ${auth}/comment/save`,
    reply: `POST ${auth}/comment/reply/save`,
    delete: `DELETE ${auth}/comment/delete`,
    deleteReply: `DELETE ${auth}/comment/reply/delete`,
  } as const;
}

export type CommentPage = Data<ReturnType<typeof commentCalls>['page']>;
export type Comment = CommentPage['list'][number];
export type Reply = Comment['replies'][number];
