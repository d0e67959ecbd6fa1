import { communityPost } from '#src/contract/community-post.ts';
import { implement } from '#src/server/core/implement.ts';
import { acceptAnswer } from './accept-answer.ts';
import { closeDuplicate } from './close-duplicate.ts';
import { deletePost } from './delete-post.ts';
import { findSimilarQuestions } from './find-similar-questions.ts';
import { followPost } from './follow-post.ts';
import { inviteColleagues } from './invite-colleagues.ts';
import { listColleagues } from './list-colleagues.ts';
import { pageAnswers } from './page-answers.ts';
import { pagePosts } from './page-posts.ts';
import { pageVersions } from './page-versions.ts';
import { pageWaitingQuestions } from './page-waiting.ts';
import { viewSubject } from './post-subject.ts';
import { viewAccess } from './view-access.ts';
import { viewAuthor } from './view-author.ts';
import { viewPost } from './view-post.ts';
import { votePost } from './vote-post.ts';

export const communityPostOperations = implement(communityPost, {
  'POST /community/api/post/page': pagePosts,
  'GET /community/api/access/view': viewAccess,
  'GET /community/api/post/view': viewPost,
  'POST /community/api/answer/page': pageAnswers,
  'POST /community/auth/post/similar': findSimilarQuestions,
  'POST /community/auth/post/waiting/page': pageWaitingQuestions,
  'GET /community/auth/post/subject/view': viewSubject,
  'POST /community/auth/post/version/page': pageVersions,
  'PUT /community/auth/post/vote': votePost,
  'PUT /community/auth/post/follow': followPost,
  'PUT /community/auth/answer/accept': acceptAnswer,
  'PUT /community/auth/post/duplicate': closeDuplicate,
  'DELETE /community/auth/post/delete': deletePost,
  'POST /community/auth/post/invite': inviteColleagues,
  'POST /community/auth/colleague/list': listColleagues,
  'GET /community/api/author/view': viewAuthor,
});
