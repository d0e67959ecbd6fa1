import { ranking } from '#src/contract/ranking.ts';
import { implement } from '#src/server/core/implement.ts';
import { currentRank } from './current-rank.ts';
import { pageRanking } from './page-ranking.ts';

export const rankingOperations = implement(ranking, {
  'POST /user/auth/enterprise/user/account/integral/rank/page': pageRanking('points'),
  'GET /user/auth/enterprise/user/account/current/integral/rank': currentRank('points'),
  'POST /user/auth/enterprise/user/account/credit/hour/rank/page': pageRanking('credits'),
  'GET /user/auth/enterprise/user/account/credit/hour/rank': currentRank('credits'),
  'POST /user/auth/enterprise/user/account/credit/course/hour/rank/page': pageRanking('hours'),
  'GET /user/auth/enterprise/user/account/credit/course/hour/current/rank': currentRank('hours'),
});
