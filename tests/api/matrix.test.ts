import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, calls, type Input } from '#src/contract/calls.ts';
import type { Authorisation, CallContract } from '#src/contract/define.ts';
import { type Bundle, BUNDLES, hasRight, isRight } from '#src/contract/rules/rights.ts';
import { BROWSER_COOKIE } from '#src/server/account/login-methods/login-attempt.ts';
import { httpStatus } from '#src/server/core/app-error.ts';
import { implementations } from '#src/server/http/implementations.ts';
import { mintCast, ROLES, type Role } from '../factories/cast.ts';
import { inputs } from '../factories/inputs/all-inputs.ts';
import { foreignMarks, marksOf } from '../factories/marks.ts';
import { request } from '../factories/portal.ts';
import { startWorldProviders, type Providers } from '../factories/providers.ts';
import { BROWSER, type Scene } from '../factories/scene.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import type { TestPerson } from '../factories/tenant.ts';
import { mintMember, mintWorld, type World } from '../factories/world.ts';

/*
 * Actor × tenant × call. Every actor makes every call of the contract with valid input: with their own ids, those of a
 * colleague, and those of the other tenant. The expected response follows from the authorisation of the call and from
 * EXCEPTIONS. No response may contain data of the other tenant.
 */

/** `stranger`: a user of the other tenant with a token of that tenant. */
type Actor = Exclude<Role, 'colleague'> | 'visitor' | 'stranger';
type Owner = 'own' | 'colleague' | 'foreign';
const ACTORS: Actor[] = [
  ...(['visitor', 'outsider', 'learner', 'lecturer', 'organisation', 'administrator', 'stranger'] as const),
  ...BUNDLES,
];
/** Members may call these whatever else they may: those with a bundle of rights are like learners. */
const FOR_ALL: readonly string[] = ['public', 'visitor', 'member', 'enterprise'];
const isBundle = (actor: Actor): actor is Bundle => (BUNDLES as readonly string[]).includes(actor);
const CALLS = Object.entries(calls) as [Call, CallContract][];

/** An id, or a secret that replaces one. */
const NAMING = /[\w-]{36,}/;

let providers: Providers;
let here: World;
let elsewhere: World;
let foreignIds: Set<string>;

beforeAll(async () => {
  providers = await startWorldProviders();
  [here, elsewhere] = await Promise.all([mintWorld(providers, 'WorldHere'), mintWorld(providers, 'WorldThere')]);
  foreignIds = await marksOf(elsewhere);
});
afterAll(() => providers.stop());

/** 300 not logged in, 301 no enterprise, 403 not allowed, null: allowed. */
function refusalFor(auth: Authorisation, actor: Actor): 300 | 301 | 403 | null {
  // The sites of this test are public; public-face.test.ts tests others.
  if (auth === 'public' || auth === 'visitor') return null;
  if (actor === 'visitor' || actor === 'stranger') return 300;
  if (auth === 'member') return null;
  if (actor === 'outsider') return 301;
  if (auth === 'enterprise' || actor === 'administrator') return null;
  if (isRight(auth)) {
    const grants = isBundle(actor) ? [{ bundle: actor, department: null }] : [];
    return hasRight({ isAdmin: false, grants, userType: actor === 'lecturer' ? 2 : 1 }, auth) ? null : 403;
  }
  return auth === actor ? null : 403;
}

/** An envelope code; `empty`: 200 without results or changes. */
type Expected = number | 'empty';
type ByActor = Expected | Partial<Record<Actor, Expected>>;
const DEFAULT: Record<Owner, Expected> = { own: 200, colleague: 200, foreign: 404 };

const privateThing = { colleague: 404 };
/** Private, but administrators may access those of all users. */
const adminsToo = { colleague: { learner: 404, lecturer: 404, organisation: 404 } };
/** Seen by administrators, changed by its two people only. */
const twoPeople = { colleague: { ...adminsToo.colleague, administrator: 403 } };
/** Private, but those who mark may see it. */
const markersToo = { colleague: { learner: 404, organisation: 404 } };
const byDeciders = { own: adminsToo.colleague, colleague: adminsToo.colleague };
/** Exams of the viewer's control room: these have no lecturer and no invigilators. */
const byControllers = byDeciders;
const ownComment = { colleague: { learner: 403, lecturer: 403, organisation: 403 } };
/** Nobody changes or deletes posts of others; moderators hide them. */
const ownPost = { colleague: 403 } as const;
/** The asker, lecturers and moderators. */
const askersToo = { colleague: { learner: 403, organisation: 403 } } as const;
const moderators = { learner: 403, lecturer: 403, organisation: 403 } as const;
const byModerators = { own: moderators, colleague: moderators, foreign: moderators };
/** Kinds of the exams of a course of the lecturer; these have none. */
const notTaught = { own: { lecturer: 404 }, colleague: { lecturer: 404 } } as const;
/** Banks that another lecturer may edit. */
const editorsOnly = { colleague: { lecturer: 404 } } as const;
const filter = { foreign: 'empty' } as const;
const otherOrganisation = { colleague: { organisation: 'empty' }, foreign: 'empty' } as const;
/** Sessions of another lecturer. */
const notRun = { own: { lecturer: 404 }, colleague: { lecturer: 404 } } as const;

/** The file of the first call is still being generated. */
const stillMade = { colleague: { lecturer: 429, administrator: 429, examiner: 429, auditor: 429 } } as const;

/** The same of lists that managers of trainings export. */
const stillMadeByManagers = {
  colleague: { administrator: 429, trainingManager: 429, peopleManager: 429, auditor: 429 },
} as const;

/** The change that the user began first is still applied. */
const stillApplied = { colleague: { administrator: 409, trainingManager: 409 } } as const;

/** Calls that reject ids of a colleague, and calls that return nothing instead of 404 for ids of the other tenant. */
const EXCEPTIONS: Partial<Record<Call, Partial<Record<Owner, ByActor>>>> = {
  // The picture belongs to another user.
  'PUT /user/auth/enterprise/user/info/update': { colleague: 422, foreign: 422 },
  'POST /user/auth/enterprise/info/add': { colleague: 422, foreign: 422 },
  'POST /course/auth/calendar/clash/list': { foreign: 200 },
  'POST /course/auth/live/broadcast/stop': privateThing,
  // A draft may name what does not exist; it is not published or shown then.
  'POST /system/auth/content/save': { foreign: 200 },
  'POST /system/auth/content/category/save': { foreign: 422 },
  // They have no confirmed address.
  'POST /system/auth/message/template/test': {
    own: { administrator: 409, contentEditor: 409 },
  },
  'POST /system/auth/announcement/people/page': filter,
  'POST /system/auth/announcement/receipt/export': { colleague: { administrator: 429, contentEditor: 429 } },
  'POST /exam/auth/question/grid/page': editorsOnly,
  'POST /exam/auth/question/grid/save': editorsOnly,
  'POST /exam/auth/question/similar/page': editorsOnly,
  'POST /exam/auth/question/similar/keep': editorsOnly,
  'POST /exam/auth/exam/admin/trial/start': notTaught,
  'POST /exam/auth/exam/admin/question/replace': notTaught,
  'POST /data/auth/audit/page': { foreign: 200 },
  'POST /data/auth/audit/export': {
    ...{ colleague: { administrator: 429, auditor: 429 }, foreign: { administrator: 429, auditor: 429 } },
  },
  'GET /report/auth/report/view': privateThing,
  'POST /report/auth/report/save': privateThing,
  'DELETE /report/auth/report/delete': privateThing,
  'PUT /report/auth/report/restore': privateThing,
  'POST /report/auth/report/schedule/save': privateThing,
  'POST /report/auth/report/delivery/page': privateThing,
  'POST /report/auth/report/run': { foreign: 200 },
  'POST /report/auth/report/value/list': { foreign: 200 },
  'POST /report/auth/report/export': { ...stillMadeByManagers, foreign: stillMadeByManagers.colleague },
  // Names what it finds.
  'POST /system/auth/content/name/list': { foreign: 200 },
  'GET /system/auth/content/course/import/view': privateThing,
  'POST /data/auth/media/upload/states': privateThing,
  'GET /data/auth/media/replacement/view': privateThing,
  'POST /data/auth/media/replacement/apply': privateThing,
  // The history of a member.
  'POST /data/auth/history/page': byDeciders,
  'POST /course/auth/requirement/bulk/save': stillApplied,
  // Organisation accounts have no requirements.
  'POST /course/auth/requirement/own/renew': { own: { organisation: 404 }, colleague: 404 },
  'POST /course/auth/study/tasks/progress/export': stillMadeByManagers,
  'POST /course/auth/requirement/matrix/export': stillMadeByManagers,
  'POST /course/auth/requirement/lapse/export': stillMadeByManagers,
  'POST /course/auth/requirement/message/export': stillMadeByManagers,
  'DELETE /user/auth/user/info/session/end': privateThing,
  // These browsers are no terminals.
  'POST /user/api/terminal/login': { own: 403, colleague: 403, foreign: 403 },
  'GET /user/auth/terminal/session/view': { own: 409 },
  'POST /user/auth/terminal/session/prolong': { own: 409 },
  'PUT /user/auth/terminal/session/end': { own: 409 },
  'POST /user/api/terminal/register': { foreign: 422 },
  'POST /user/api/user/info/login/continue': { foreign: 422 },
  'POST /user/api/user/info/login/handoff': { foreign: 422 },
  // Nothing waits for a second factor, and nobody has one: account-factor.test.ts tests those who do.
  'POST /user/api/user/info/login/second': { own: 422 },
  'POST /user/auth/user/info/totp/confirm': { own: 422 },
  'POST /user/auth/user/info/recovery/renew': { own: 409 },
  // A passkey takes an authenticator: account-passkey.test.ts has one.
  'POST /user/api/user/info/login/passkey': { own: 422 },
  'POST /user/auth/user/info/passkey/add': { own: 422 },
  'DELETE /user/auth/user/info/passkey/remove': { own: 404 },
  'POST /user/api/user/info/login/ewx': { foreign: 422 },
  'POST /user/api/user/info/login/oidc': { foreign: 422 },
  'POST /user/api/user/info/invitation/view': { foreign: 200 },
  'POST /user/api/user/info/invitation/accept': { foreign: 409 },
  'POST /user/auth/user/info/choose/enterprise': { own: { outsider: 404 }, colleague: { outsider: 404 } },
  'PUT /user/auth/announcement/user/record/batch/read': filter,
  'DELETE /user/auth/announcement/user/record/batch/delete': filter,
  'DELETE /user/auth/announcement/comment/reply/delete': ownComment,
  'DELETE /user/auth/announcement/comment/delete': ownComment,
  'DELETE /course/auth/course/comment/reply/delete': ownComment,
  'DELETE /course/auth/course/comment/delete': ownComment,
  'DELETE /course/auth/project/comment/reply/delete': ownComment,
  'DELETE /course/auth/project/comment/delete': ownComment,
  'DELETE /community/auth/post/comment/reply/delete': ownComment,
  'DELETE /community/auth/post/comment/delete': ownComment,
  // A feed has no number of posts; what it must not contain is looked for in every answer.
  'POST /community/api/post/page': { foreign: 200 },
  'PUT /community/auth/answer/accept': askersToo,
  'PUT /community/auth/post/duplicate': askersToo,
  'DELETE /community/auth/post/delete': ownPost,
  'POST /community/auth/draft/edit': ownPost,
  'GET /community/auth/draft/view': privateThing,
  'DELETE /community/auth/draft/delete': privateThing,
  'POST /community/auth/moderation/page': { own: moderators },
  'GET /community/auth/moderation/view': byModerators,
  'POST /community/auth/moderation/decide': byModerators,
  'POST /community/auth/moderation/appeal/decide': byModerators,
  'POST /community/auth/moderation/appeal': privateThing,
  'POST /course/api/course/info/page': filter,
  'POST /course/auth/course/info/page': filter,
  'POST /course/api/project/info/page': filter,
  'POST /course/auth/project/info/page': filter,
  'POST /course/auth/resource/file/page': filter,
  'POST /data/auth/course/user/progress/user/course/study/page': filter,
  'POST /exam/auth/user/exam/break/save': privateThing,
  'GET /exam/auth/user/exam/message/list': privateThing,
  'PUT /exam/auth/user/exam/message/confirm': privateThing,
  // Somebody sits an exam.
  'POST /exam/auth/exam/rehearsal/start': { own: 409 },
  'GET /exam/auth/exam/control/view': byControllers,
  'POST /exam/auth/exam/control/person/page': byControllers,
  'POST /exam/auth/exam/control/log/page': byControllers,
  'POST /exam/auth/exam/control/message/send': byControllers,
  'POST /exam/auth/exam/control/time/add': byControllers,
  'PUT /exam/auth/exam/control/pause': byControllers,
  'PUT /exam/auth/exam/control/resume': byControllers,
  'POST /exam/auth/exam/control/attempt/submit': byControllers,
  'POST /exam/auth/exam/control/attempt/void': byControllers,
  'POST /exam/auth/user/exam/choices/save': privateThing,
  'GET /course/auth/training/run/view': notRun,
  'GET /course/auth/training/run/live': notRun,
  'POST /course/auth/training/session/save': notRun,
  'POST /course/auth/training/session/cancel': notRun,
  'POST /course/auth/training/session/reopen': notRun,
  'POST /course/auth/training/run/people/page': notRun,
  'POST /course/auth/training/attendance/add': notRun,
  'POST /course/auth/training/attendance/hand': notRun,
  'POST /course/auth/training/attendance/correct': notRun,
  'POST /course/auth/training/attendance/confirm': notRun,
  'POST /course/auth/training/result/save': notRun,
  'GET /course/auth/training/material/list': notRun,
  'POST /course/auth/training/material/save': notRun,
  // The file of the first call is still being generated.
  'POST /course/auth/training/attendance/export': {
    ...notRun,
    colleague: { lecturer: 404, administrator: 429, contentEditor: 429 },
  },
  'POST /exam/auth/exam/analysis/candidate/export': stillMade,
  'POST /exam/auth/exam/analysis/question/export': stillMade,
  // Codes are for one session of one tenant, and for members with a place in it.
  'POST /course/auth/training/sign/save': { colleague: 403, foreign: 422 },
  'GET /course/auth/study/task/view': privateThing,
  // An empty list for tasks of others.
  'GET /course/auth/evaluation/task/list': { foreign: 200 },
  'GET /course/auth/evaluation/view': adminsToo,
  'PUT /course/auth/evaluation/note/save': privateThing,
  'POST /course/auth/evaluation/submit': privateThing,
  'DELETE /course/auth/evaluation/evidence/delete': privateThing,
  'PUT /course/auth/evaluation/assessment/save': privateThing,
  'POST /course/auth/evaluation/assessment/submit': privateThing,
  'POST /course/auth/evaluation/talk/save': privateThing,
  'POST /course/auth/evaluation/confirm': privateThing,
  'GET /course/auth/questionnaire/results/view': notTaught,
  'PUT /course/auth/questionnaire/results/see': notTaught,
  // The administrator has just requested one: a list is exported once at a time.
  'POST /course/auth/questionnaire/results/export': { ...notTaught, colleague: { lecturer: 404, administrator: 429 } },
  'GET /course/auth/coaching/view': adminsToo,
  'POST /course/auth/coaching/meeting/save': twoPeople,
  'POST /course/auth/coaching/meeting/answer': twoPeople,
  'POST /course/auth/coaching/meeting/cancel': twoPeople,
  'POST /course/auth/coaching/meeting/confirm': twoPeople,
  'POST /course/auth/coaching/goal/save': twoPeople,
  'PUT /course/auth/coaching/goal/state': twoPeople,
  'POST /course/auth/study/note/page': filter,
  'POST /course/auth/study/note/save': privateThing,
  'DELETE /course/auth/study/note/delete': { colleague: 'empty', foreign: 'empty' },
  'GET /course/auth/appeal/view': adminsToo,
  'POST /course/auth/appeal/reverse': byDeciders,
  'GET /exam/auth/question/bank/view': editorsOnly,
  'POST /exam/auth/question/bank/save': editorsOnly,
  'GET /exam/auth/question/bank/uses': editorsOnly,
  'PUT /exam/auth/question/bank/delete': editorsOnly,
  'POST /exam/auth/question/page': editorsOnly,
  'GET /exam/auth/question/view': editorsOnly,
  'POST /exam/auth/question/save': editorsOnly,
  'POST /exam/auth/question/version/page': editorsOnly,
  'DELETE /data/auth/list/view/delete': privateThing,
  // The change of the first call is still being applied.
  'POST /user/auth/people/bulk/save': { colleague: { administrator: 409, peopleManager: 409 } },
  'GET /data/auth/bulk/view': privateThing,
  'POST /data/auth/bulk/row/page': privateThing,
  'PUT /data/auth/bulk/stop': privateThing,
  'PUT /data/auth/bulk/dismiss': privateThing,
  'POST /course/auth/certificate/bulk/save': notTaught,
  'POST /exam/auth/question/bulk/save': editorsOnly,
  'POST /exam/auth/question/bulk/uses': editorsOnly,
  'POST /exam/auth/question/import/upload': editorsOnly,
  'POST /exam/auth/question/download': editorsOnly,
  'POST /exam/auth/question/import/view': privateThing,
  'POST /exam/auth/question/import/confirm': privateThing,
  'GET /exam/auth/user/exam/attempt/view': privateThing,
  'POST /exam/auth/user/exam/attempt/take-over': privateThing,
  'GET /exam/auth/user/exam/hall/view': privateThing,
  'POST /exam/auth/user/exam/attempt/received': privateThing,
  'POST /exam/auth/user/exam/answer/save': privateThing,
  'POST /exam/auth/user/exam/submit': privateThing,
  'POST /exam/auth/user/exam/switch/save': privateThing,
  'GET /exam/auth/user/exam/result/view': privateThing,
  'POST /exam/auth/exam/switch/page': markersToo,
  'POST /exam/auth/user/exam/switch/appeal': privateThing,
  // The markers have an open attempt at the same exam.
  'GET /exam/auth/exam/evidence/pack': { colleague: { ...markersToo.colleague, lecturer: 409, administrator: 409 } },
  'GET /exam/auth/user/practice/view': privateThing,
  'POST /exam/auth/user/practice/answer/save': privateThing,
  'POST /exam/auth/user/practice/answer/check': privateThing,
  'POST /exam/auth/user/practice/answer/assess': privateThing,
  'POST /exam/auth/user/practice/finish': privateThing,
  'POST /exam/auth/user/mistake/page': filter,
  'POST /exam/auth/exam/marking/page': filter,
  'POST /exam/auth/user/exam/appeal/save': privateThing,
  'GET /exam/auth/user/exam/appeal/list': privateThing,
  'GET /course/auth/user/certificate/view': privateThing,
  'POST /course/auth/certificate/issued/page': filter,
  'GET /exam/auth/exam/admin/view': notTaught,
  'GET /exam/auth/exam/admin/former': notTaught,
  'POST /exam/auth/exam/admin/save': notTaught,
  'PUT /exam/auth/exam/admin/publish': notTaught,
  'GET /exam/auth/exam/admin/uses': notTaught,
  'PUT /exam/auth/exam/admin/delete': notTaught,
  'GET /exam/auth/exam/admin/check': notTaught,
  'GET /exam/auth/exam/admin/preview': notTaught,
  'POST /exam/auth/exam/admin/question/page': notTaught,
  'GET /course/auth/study/question/results': notTaught,
  'POST /course/auth/study/question/answer/page': notTaught,
  'POST /course/auth/certificate/issue': notTaught,
  'POST /course/auth/certificate/revoke': notTaught,
  'POST /course/auth/certificate/renew': notTaught,
  'POST /course/auth/certificate/correct': notTaught,
  'POST /course/auth/live/page': filter,
  'GET /course/auth/live/host/view': notTaught,
  'POST /course/auth/live/session/save': notTaught,
  'POST /course/auth/live/key/issue': notTaught,
  'POST /course/auth/live/key/revoke': notTaught,
  'POST /course/auth/live/broadcast/start': notTaught,
  'POST /course/auth/live/status/save': notTaught,
  'POST /course/auth/live/chat/save': notTaught,
  'POST /course/auth/live/message/moderate': notTaught,
  'POST /course/auth/live/mute/save': notTaught,
  'POST /course/auth/live/hand/lower': notTaught,
  'POST /course/auth/live/poll/save': notTaught,
  'POST /course/auth/live/poll/close': notTaught,
  'POST /course/auth/live/attendance/page': notTaught,
  // The first export is still being generated.
  'POST /course/auth/live/attendance/export': {
    ...notTaught,
    colleague: { lecturer: 404, administrator: 429, contentEditor: 429 },
  },
  'PUT /course/auth/user/certificate/see': { own: 'empty', colleague: 'empty', foreign: 'empty' },
  'GET /data/auth/export/record/get/file/download/url': privateThing,
  'POST /data/auth/export/record/remake': privateThing,
  'DELETE /data/auth/export/record/delete': privateThing,
  'GET /user/auth/flow/instance/view': adminsToo,
  'POST /user/auth/flow/instance/log/list': adminsToo,
  'POST /user/auth/flow/instance/submitFlow': byDeciders,
  'POST /user/auth/flow/instance/withdraw': privateThing,
  'PUT /user/auth/flow/instance/see': { own: 'empty', colleague: 'empty', foreign: 'empty' },
  'DELETE /course/auth/order/cart/delete': filter,
  // Returns only members of the own tenant; the course only marks who has a seat.
  'POST /course/auth/order/people/page': { foreign: 200 },
  // The cart of the actor is empty.
  'POST /course/auth/order/submit': { colleague: 409, foreign: 409 },
  'GET /course/auth/order/view': { colleague: { organisation: 404 } },
  'POST /course/auth/order/seat/save': { colleague: { organisation: 404 } },
  'DELETE /course/auth/order/seat/delete': { colleague: { organisation: 404 } },
  'DELETE /course/auth/order/seat/unused/delete': { colleague: { organisation: 404 } },
  'POST /course/auth/order/seat/department/plan': { colleague: { organisation: 404 } },
  'POST /course/auth/order/seat/department/save': { colleague: { organisation: 404 } },
  // Only whoever has ordered orders again.
  'POST /course/auth/order/repeat': privateThing,
  // People of another organisation account of the same enterprise.
  'POST /course/auth/centre/people/page': otherOrganisation,
  'GET /course/auth/centre/person/view': { colleague: { organisation: 404 } },
  'POST /course/auth/centre/seat/page': otherOrganisation,
  'POST /course/auth/centre/task/page': otherOrganisation,
  'POST /course/auth/centre/exam/page': otherOrganisation,
  'POST /course/auth/centre/hour/page': otherOrganisation,
  'POST /course/auth/centre/certificate/page': otherOrganisation,
  // The file has no rows (centre.test.ts).
  'POST /course/auth/centre/export': { foreign: 200 },
};

/** Returns the expected result of a call with ids of `owner`. */
function expectedOf(name: Call, auth: Authorisation, actor: Actor, owner: Owner): Expected {
  const expected = EXCEPTIONS[name]?.[owner];
  const special = typeof expected === 'object' ? expected[actor] : expected;
  return refusalFor(auth, actor) ?? special ?? DEFAULT[owner];
}

type Answer = { code: number; status: number; text: string };

async function make(name: Call, input: Input<Call>, token: string | undefined): Promise<Answer> {
  const cookie = [`${BROWSER_COOKIE}=${BROWSER}`, ...(token ? [companionCookie(token)] : [])].join('; ');
  const response = await request({ host: here.tenant.host, token, cookie }, name, input);
  const text = await response.text();
  return { code: (JSON.parse(text) as { code: number }).code, status: response.status, text };
}

/** Returns the differences between a response and the expected result. */
function mistakes({ code, status, text }: Answer, expected: Expected): string[] {
  const leaked = foreignMarks(text, { mark: elsewhere.mark, key: elsewhere.tenant.key }, foreignIds);
  const isEmpty = /"(totalCount|count)":0\b/.test(text);
  return [
    ...(code === (expected === 'empty' ? 200 : expected) ? [] : [`${code} instead of ${expected}`]),
    ...(expected === 'empty' && !isEmpty ? ['not empty'] : []),
    ...(status === httpStatus(code) ? [] : [`status ${status}`]),
    ...leaked.map((each) => `contains ${each} of the other tenant`),
  ];
}

describe.each(CALLS)('%s', (name, { auth }) => {
  it('returns to every actor what their ids allow, and no data of the other tenant', async () => {
    const [cast, strangers] = await Promise.all([mintCast(here), mintCast(elsewhere)]);
    for (const { userId } of Object.values(strangers)) foreignIds.add(userId);
    const findings: string[] = [];
    const check = async (actor: Actor, owner: Owner, input: Input<Call>) => {
      const person = actor === 'visitor' ? undefined : actor === 'stranger' ? strangers.learner : cast[actor];
      const enterpriseId = actor === 'outsider' ? null : actor === 'stranger' ? elsewhere.tenant.id : here.tenant.id;
      // A new session for each call, because some calls end the session.
      const token = person && (await mintSession(person.userId, enterpriseId));
      const answer = await make(name, input, token);
      const wrong = mistakes(answer, expectedOf(name, auth, actor, owner));
      if (wrong.length > 0) findings.push(`${actor}, ${owner}: ${wrong.join('; ')}: ${answer.text.slice(0, 300)}`);
    };
    /** Checks with the ids of each owner. Without ids the owner makes no difference. Accounts and phone numbers belong to no tenant. */
    const checkOwners = async (
      ownerIn: (world: World, people: typeof cast) => TestPerson | Promise<TestPerson>,
      actors: Actor[],
    ) => {
      const scenes: Record<Owner, () => Promise<Scene>> = {
        own: async () => ({ world: here, person: await ownerIn(here, cast) }),
        colleague: () => Promise.resolve({ world: here, person: cast.colleague }),
        foreign: async () => ({ world: elsewhere, person: await ownerIn(elsewhere, strangers) }),
      };
      for (const owner of ['own', 'colleague', 'foreign'] as const) {
        const input = await inputs[name](await scenes[owner]());
        await Promise.all(actors.map((actor) => check(actor, owner, input)));
        if (!NAMING.test(JSON.stringify(input))) break;
      }
    };
    const actors = ACTORS.filter((actor) => !isBundle(actor) || !FOR_ALL.includes(auth));
    const refused = actors.filter((actor) => refusalFor(auth, actor) !== null);
    // Whoever is refused changes nothing: all of them at once, with the same input.
    if (refused.length > 0) await checkOwners((_, people) => people.learner, refused);
    for (const actor of actors) {
      if (refused.includes(actor)) continue;
      // Actors without own data in a tenant use the ids of a member.
      const hasOwn = actor in ROLES && (actor !== 'outsider' || auth === 'member');
      await checkOwners((world, people) => (hasOwn ? people[actor as Role] : mintMember(world)), [actor]);
    }
    expect(findings).toEqual([]);
  });
});

it('covers every implemented call, and every call of the contract is implemented', () => {
  expect(implementations.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
});

it('uses /auth/ only for calls that need a session, and /api/ only for those that do not', () => {
  const wrong = CALLS.filter(
    ([name, { auth }]) =>
      /\/auth\//.test(name) === (auth === 'public' || auth === 'visitor') && /\/(auth|api)\//.test(name),
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
});
