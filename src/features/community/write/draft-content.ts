import type { Data, OperationInput } from '#src/contract/calls.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { EMPTY_DOCUMENT } from '#src/lib/rich-document/read-document.ts';
import type { Subject, WrittenKind } from '../post-path.ts';

export type Draft = Data<'GET /community/auth/draft/view'>;
/** What is being written, as it is sent to the server; `cover` is the address of the picture. */
export type DraftContent = Omit<OperationInput<'POST /community/auth/draft/save'>, 'id' | 'baseRevision'> & {
  cover: string | null;
};
/** A draft as this form knows it. `revision`: the last one that the server acknowledged; 0 if there is none. */
export type KnownDraft = { content: DraftContent; revision: number };

/** A draft in which nothing is written yet. */
export function newContent(kind: WrittenKind, questionId: string | null, subject: Subject | null): DraftContent {
  return {
    ...{ kind, questionId, postId: null, title: '', body: EMPTY_DOCUMENT, labelIds: [] },
    ...{ coverFileId: null, cover: null, anonymous: false },
    ...{ subjectType: subject?.type ?? null, subjectId: subject?.id ?? null, subjectPlace: subject?.place ?? null },
  };
}

/** A draft of the server, as the form has it. */
export function knownDraft(draft: Draft): KnownDraft {
  const { kind, questionId, postId, title, body, labelIds, coverFileId, cover, anonymous, revision } = draft;
  const { subjectType, subjectId, subjectPlace } = draft;
  const about = { subjectType, subjectId, subjectPlace };
  return {
    content: { kind, questionId, postId, title, body, labelIds, coverFileId, cover, anonymous, ...about },
    revision,
  };
}

/** What is sent: without the address of the cover, which is signed for a limited time. */
export function sentContent({ cover: _, ...content }: DraftContent) {
  return content;
}

export const isSameContent = (one: DraftContent, other: DraftContent): boolean =>
  canonicalJson(sentContent(one)) === canonicalJson(sentContent(other));
