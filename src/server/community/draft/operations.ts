import { communityDraft } from '#src/contract/community-draft.ts';
import { implement } from '#src/server/core/implement.ts';
import { deleteDraft } from './delete-draft.ts';
import { editPost } from './edit-post.ts';
import { pageDrafts } from './page-drafts.ts';
import { publish } from './publish.ts';
import { saveDraft } from './save-draft.ts';
import { viewDraft } from './view-draft.ts';

export const communityDraftOperations = implement(communityDraft, {
  'POST /community/auth/draft/page': pageDrafts,
  'GET /community/auth/draft/view': viewDraft,
  'POST /community/auth/draft/edit': editPost,
  'POST /community/auth/draft/save': saveDraft,
  'POST /community/auth/draft/publish': { ownTransaction: publish },
  'DELETE /community/auth/draft/delete': deleteDraft,
});
