import type { ResourcePlace } from '#src/contract/resource-place.ts';
import type { Data, OperationInput } from '#src/contract/calls.ts';

export type PostKind = 'blog' | 'question';
/** Kinds that can be written. */
export type WrittenKind = PostKind | 'answer';
/** What a question can be asked about. `place`: a second or page of a resource. */
export type Subject = { type: 'course' | 'resource' | 'exam'; id: string; place?: ResourcePlace | null };
export type FeedInput = OperationInput<'POST /community/api/post/page'>;
export type PostCard = Data<'POST /community/api/post/page'>['list'][number];

/* Addresses of the community (Chinese form). */

export const postPath = ({ kind, id }: { kind: PostKind; id: string }): string => `/community/${kind}/${id}`;

/** Address of an answer, which is shown also if it is not among the first ones. */
export const answerPath = (questionId: string, id: string): string =>
  `/community/question/${questionId}?answer=${id}#answer-${id}`;

export const authorPath = (userId: string): string => `/community/author/${userId}`;
export const labelPath = (code: string): string => `/community/label/${encodeURIComponent(code)}`;

type Writing = { kind: WrittenKind; id?: string; draft?: string; subject?: Subject };

/** Address of the page to write on. `id`: the post to edit; `draft`: a draft to continue. */
export function writePath({ kind, id, draft, subject }: Writing): string {
  const query = new URLSearchParams({ kind });
  if (id) query.set('id', id);
  if (draft) query.set('draft', draft);
  if (subject) query.set('subject', `${subject.type}:${subject.id}`);
  if (subject?.place) query.set('place', `${subject.place.unit}:${subject.place.position}`);
  return `/community/write?${query}`;
}

/** Address where a draft is continued: answers are written on the page of their question. */
export function draftPath(draft: { id: string; kind: WrittenKind; questionId: string | null; postId: string | null }) {
  const { id, kind, questionId, postId } = draft;
  if (kind === 'answer' && !postId) return `/community/question/${questionId}?draft=${id}#write-answer`;
  return writePath({ kind, draft: id });
}

const SUBJECT = /^(course|resource|exam):([0-9a-f-]{36})$/;

const PLACE = /^(second|page):(\d{1,6})$/;

/** Parses `?subject=course:{id}` and, of a resource, `&place=second:{n}`; null if the subject is missing or invalid. */
export function readSubject(query: URLSearchParams): Subject | null {
  const [, type, id] = SUBJECT.exec(query.get('subject') ?? '') ?? [];
  if (!type || !id) return null;
  const [, unit, position] = PLACE.exec(query.get('place') ?? '') ?? [];
  const place =
    unit && type === 'resource' ? { unit: unit as ResourcePlace['unit'], position: Number(position) } : null;
  return { type: type as Subject['type'], id, place };
}
