import { describe, expect, it } from 'vitest';
import { NOTICE_KINDS, type NoticeKind } from '#src/contract/rules/notice.ts';
import { accessOf } from '#src/contract/rules/page-access.ts';
import { href } from '#src/i18n/locale.ts';
import { safePath } from '#src/lib/safe-path.ts';
import { guardPage } from './page-guard.ts';

const ID = '01890000-0000-7000-8000-000000000001';

/** Where the notice of each kind leads: an e-mail opens it in a browser in which nobody may be signed in. */
const PLACES: Record<NoticeKind, string[]> = {
  answered: [`/community/question/${ID}`],
  accepted: [`/community/question/${ID}`],
  commented: [`/community/blog/${ID}`],
  mentioned: [`/community/blog/${ID}`],
  invited: [`/community/question/${ID}`],
  moderated: ['/community/moderation/mine'],
  appealDecided: ['/community/moderation/mine'],
  digest: ['/community?order=followed'],
  examPublished: [`/test/id?id=${ID}`],
  examMarked: [`/account/exam/examSuccess?id=${ID}`],
  examRegraded: [`/account/exam/examSuccess?id=${ID}`],
  examRegradedPass: [`/account/exam/examSuccess?id=${ID}`],
  examRegradedFail: [`/account/exam/examSuccess?id=${ID}`],
  certificate: [`/account/certificate?id=${ID}`],
  certificateExpiring: [`/account/certificate?id=${ID}`],
  requestDecided: [`/account?change=6&flow=mine&id=${ID}`],
  approvalWaiting: [`/account?change=6&id=${ID}`],
  trainingSeat: [`/watch/course?id=${ID}&resource=${ID}`],
  trainingChanged: [`/watch/course?id=${ID}&resource=${ID}`],
  trainingCancelled: [`/watch/course?id=${ID}&resource=${ID}`],
  trainingReopened: [`/watch/course?id=${ID}&resource=${ID}`],
  trainingReminder: [`/watch/course?id=${ID}&resource=${ID}`],
  live: [`/live/watch/${ID}`],
  evaluationWaiting: [`/account/evaluations/${ID}`],
  evaluationDone: [`/account/evaluations/${ID}`],
  task: [`/account/task/${ID}`],
  coaching: [`/account/coaching/${ID}`],
  appealMade: [`/account?change=6&flow=todo&id=${ID}`],
  appealReversed: [`/account?change=6&flow=mine&id=${ID}`],
  markAppealMade: ['/test/marking?view=appeals'],
  markAppealAnswered: [`/account/exam/detail?id=${ID}`],
  examVoided: [`/account/exam/examSuccess?id=${ID}`],
  examInvigilator: [`/test/control?exam=${ID}`],
  examReopened: [`/account/exam/${ID}`],
  switchAppealMade: ['/test/marking?view=switches'],
  switchAppealDecided: [`/account/exam/examSuccess?id=${ID}`],
  requirementDue: ['/account/requirements'],
  requirementOverdue: ['/account/requirements'],
  requirementDigest: ['/account/requirements'],
  requirementTest: ['/account/requirements'],
  announcement: [`/info/${ID}`],
  seatsEnding: ['/account?change=7&part=seats&ends=soon'],
  factorReset: ['/account?change=4&settingType=2'],
  export: ['/account?change=5&of=me&downloads=1'],
  import: [`/admin/people/import?id=${ID}`, `/admin/courses/import?id=${ID}`],
};

const visitor = (locale: 'zh' | 'en') => ({
  ...{ viewer: null, locale },
  cookies: { names: () => [], get: () => undefined, set: () => undefined, delete: () => undefined },
});

describe.each(['zh', 'en'] as const)('the link of a notice in %s', (locale) => {
  it.each(NOTICE_KINDS)('%s leads to its place, also after signing in', (kind) => {
    for (const path of PLACES[kind]) {
      const url = new URL(href(locale, path), 'http://huaxin.localhost');
      expect(accessOf(url.pathname), 'the page exists').not.toBeNull();
      const guarded = guardPage(visitor(locale), url);
      if (guarded === 'allowed') {
        expect(accessOf(url.pathname)).toBe('open');
        continue;
      }
      const login = new URL((guarded as { redirect: string }).redirect, url);
      expect(login.pathname).toBe(href(locale, '/login'));
      // What the login page opens then.
      expect(safePath(login.searchParams.get('redirect'), '/home')).toBe(href(locale, path));
    }
  });
});
