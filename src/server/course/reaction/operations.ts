import { courseReaction } from '#src/contract/course-reaction.ts';
import { implement } from '#src/server/core/implement.ts';
import { saveReaction } from './save-reaction.ts';
import { viewReaction, viewReactionOfViewer } from './view-reaction.ts';

export const courseReactionOperations = implement(courseReaction, {
  'GET /course/api/reaction/view': viewReaction,
  'GET /course/auth/reaction/view': viewReactionOfViewer,
  'POST /course/auth/reaction/save': saveReaction,
});
