import { communityModeration } from '#src/contract/community-moderation.ts';
import { implement } from '#src/server/core/implement.ts';
import { decideAppeal, saveAppeal } from './appeal.ts';
import { saveSettings, viewSettings } from './community-settings.ts';
import { countCases } from './count-cases.ts';
import { decideCase } from './decide-case.ts';
import { listModerators, saveModerator } from './moderators.ts';
import { pageCases } from './page-cases.ts';
import { pageOwnDecisions } from './page-own-decisions.ts';
import { saveReport } from './save-report.ts';
import { viewCase } from './view-case.ts';
import { deleteWord, listWords, saveWords } from './words.ts';

export const communityModerationOperations = implement(communityModeration, {
  'POST /community/auth/report/save': { ownTransaction: saveReport },
  'POST /community/auth/moderation/page': pageCases,
  'GET /community/auth/moderation/count': countCases,
  'GET /community/auth/moderation/view': viewCase,
  'POST /community/auth/moderation/decide': decideCase,
  'POST /community/auth/moderation/appeal': saveAppeal,
  'POST /community/auth/moderation/appeal/decide': decideAppeal,
  'POST /community/auth/moderation/mine': pageOwnDecisions,
  'GET /community/auth/setting/view': viewSettings,
  'PUT /community/auth/setting/save': saveSettings,
  'GET /community/auth/moderator/list': listModerators,
  'PUT /community/auth/moderator/save': saveModerator,
  'GET /community/auth/word/list': listWords,
  'POST /community/auth/word/save': saveWords,
  'DELETE /community/auth/word/delete': deleteWord,
});
