import type { Data, Input } from '#src/contract/calls.ts';
import type { ContentKindName } from '#src/contract/rules/editing.ts';
import { api } from '#src/client/api.ts';

/** What an editor changes, with its state. */
export type ContentItem<K extends ContentKindName = ContentKindName> = Extract<
  Data<'GET /system/auth/content/view'>,
  { kind: K }
>;
export type DocumentOf<K extends ContentKindName> = ContentItem<K>['document'];
/** A thing in a list of the editors. */
export type EditedThing = Pick<ContentItem, 'id' | 'state' | 'hasDraft' | 'publishAt' | 'withdrawAt' | 'isFromPack'>;

/** Reads what an editor changes. @throws ApiError */
export const readItem = <K extends ContentKindName>(kind: K, id: string) =>
  api('GET /system/auth/content/view', { kind, id }, { isShowErrTip: false }) as unknown as Promise<ContentItem<K>>;

/** Stores a draft. @throws ApiError */
export const saveDraft = <K extends ContentKindName>(
  kind: K,
  id: string | undefined,
  document: DocumentOf<K>,
  revision: number,
) => {
  const input = { kind, document, revision, ...(id !== undefined && { id }) };
  return api('POST /system/auth/content/save', input as unknown as Input<'POST /system/auth/content/save'>, {
    isShowErrTip: false,
  });
};

/** Tones of the badge of a state. */
export const STATE_TONES = {
  ...{ draft: 'badge-ghost', published: 'badge-success', withdrawn: 'badge-warning', deleted: 'badge-error' },
} as const;
