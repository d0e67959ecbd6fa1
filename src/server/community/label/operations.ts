import { communityLabel } from '#src/contract/community-label.ts';
import { implement } from '#src/server/core/implement.ts';
import { deleteLabel, restoreLabel } from './delete-label.ts';
import { followLabel } from './follow-label.ts';
import { listAllLabels } from './list-all-labels.ts';
import { listLabels } from './list-labels.ts';
import { saveLabel } from './save-label.ts';

export const communityLabelOperations = implement(communityLabel, {
  'POST /community/api/label/list': listLabels,
  'PUT /community/auth/label/follow': followLabel,
  'GET /community/auth/label/edit/list': listAllLabels,
  'POST /community/auth/label/save': saveLabel,
  'DELETE /community/auth/label/delete': deleteLabel,
  'PUT /community/auth/label/restore': restoreLabel,
});
