import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, calls, type Input } from '#src/contract/calls.ts';
import type { Authorisation, CallContract } from '#src/contract/define.ts';
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
import { mintMember, mintWorld, type World } from '../factories/world.ts';

/*
 * Actor × tenant × call (design section 12). Every call of the contract is made with valid input by every actor: with ids
 * of their own, of a colleague, and of the other tenant. What comes back follows from the authorisation that the call
 * declares and from EXCEPTIONS. No response may contain anything of the other tenant.
 */

/** `stranger`: signed in to the other tenant, with a token of there. */
type Actor = Exclude<Role, 'colleague'> | 'visitor' | 'stranger';
type Owner = 'own' | 'colleague' | 'foreign';
const ACTORS: Actor[] = ['visitor', 'outsider', 'learner', 'lecturer', 'organisation', 'administrator', 'stranger'];
const CALLS = Object.entries(calls) as [Call, CallContract][];

/** An id, or a secret that stands for one. */
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

/** 300 not logged in, 301 no enterprise, 403 not allowed, null for "goes through". */
function refusalFor(auth: Authorisation, actor: Actor): 300 | 301 | 403 | null {
  // The tenants of this test show themselves to everybody; closed ones are in public-face.test.ts.
  if (auth === 'public' || auth === 'visitor') return null;
  if (actor === 'visitor' || actor === 'stranger') return 300;
  if (auth === 'member') return null;
  if (actor === 'outsider') return 301;
  if (auth === 'enterprise' || actor === 'administrator') return null;
  return auth === actor ? null : 403;
}

/** A code; `empty`: 200, and nothing was found or changed. */
type Expected = number | 'empty';
type ByActor = Expected | Partial<Record<Actor, Expected>>;
const DEFAULT: Record<Owner, Expected> = { own: 200, colleague: 200, foreign: 404 };

const privateThing = { colleague: 404 };
/** Like a private thing, but administrators see everybody's. */
const adminsToo = { colleague: { learner: 404, lecturer: 404, organisation: 404 } };
const byDeciders = { own: adminsToo.colleague, colleague: adminsToo.colleague };
const ownComment = { colleague: { learner: 403, lecturer: 403, organisation: 403 } };
const filter = { foreign: 'empty' } as const;

/** Where ids of a colleague are not allowed, and where ids of the other tenant find nothing instead of answering 404. */
const EXCEPTIONS: Partial<Record<Call, Partial<Record<Owner, ByActor>>>> = {
  // The picture is not one of their own.
  'PUT /user/auth/enterprise/user/info/update': { colleague: 422, foreign: 422 },
  'POST /user/auth/enterprise/info/add': { colleague: 422, foreign: 422 },
  'DELETE /user/auth/user/info/session/end': privateThing,
  'POST /user/api/user/info/login/continue': { foreign: 422 },
  'POST /user/api/user/info/login/handoff': { foreign: 422 },
  'POST /user/api/user/info/login/ewx': { foreign: 422 },
  'POST /user/api/user/info/login/oidc': { foreign: 422 },
  'POST /user/auth/user/info/choose/enterprise': { own: { outsider: 404 }, colleague: { outsider: 404 } },
  'PUT /user/auth/announcement/user/record/batch/read': filter,
  'DELETE /user/auth/announcement/user/record/batch/delete': filter,
  'DELETE /user/auth/announcement/comment/reply/delete': ownComment,
  'DELETE /user/auth/announcement/comment/delete': ownComment,
  'DELETE /course/auth/course/comment/reply/delete': ownComment,
  'DELETE /course/auth/course/comment/delete': ownComment,
  'DELETE /course/auth/project/comment/reply/delete': ownComment,
  'DELETE /course/auth/project/comment/delete': ownComment,
  'POST /course/api/course/info/page': filter,
  'POST /course/auth/course/info/page': filter,
  'POST /course/api/project/info/page': filter,
  'POST /course/auth/project/info/page': filter,
  'POST /course/auth/resource/file/page': filter,
  'POST /data/auth/course/user/progress/user/course/study/page': filter,
  'GET /course/auth/study/task/view': privateThing,
  'GET /exam/auth/user/exam/attempt/view': privateThing,
  'POST /exam/auth/user/exam/attempt/take-over': privateThing,
  'POST /exam/auth/user/exam/answer/save': privateThing,
  'POST /exam/auth/user/exam/submit': privateThing,
  'POST /exam/auth/user/exam/switch/save': privateThing,
  'GET /exam/auth/user/exam/result/view': privateThing,
  'POST /exam/auth/exam/marking/page': filter,
  'GET /course/auth/user/certificate/view': privateThing,
  'GET /data/auth/export/record/get/file/download/url': privateThing,
  'POST /data/auth/export/record/remake': privateThing,
  'DELETE /data/auth/export/record/delete': privateThing,
  'GET /user/auth/flow/instance/view': adminsToo,
  'POST /user/auth/flow/instance/log/list': adminsToo,
  'POST /user/auth/flow/instance/submitFlow': byDeciders,
  'POST /user/auth/flow/instance/withdraw': privateThing,
  'PUT /user/auth/flow/instance/see': { own: 'empty', colleague: 'empty', foreign: 'empty' },
  'DELETE /course/auth/order/cart/delete': filter,
  // Names nothing of the other tenant: the course only tells who has a seat of it.
  'POST /course/auth/order/people/page': { foreign: 200 },
  // The cart of whoever calls is empty.
  'POST /course/auth/order/submit': { colleague: 409, foreign: 409 },
  'GET /course/auth/order/view': { colleague: { organisation: 404 } },
  'POST /course/auth/order/seat/save': { colleague: { organisation: 404 } },
  'DELETE /course/auth/order/seat/delete': { colleague: { organisation: 404 } },
};

/** What a call answers to an actor whose input names things of `owner`. */
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

/** What is wrong with an answer. */
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
  it('answers every actor what their ids allow, and nothing of the other tenant', async () => {
    const [cast, strangers] = await Promise.all([mintCast(here), mintCast(elsewhere)]);
    for (const { userId } of Object.values(strangers)) foreignIds.add(userId);
    const findings: string[] = [];
    for (const actor of ACTORS) {
      const person = actor === 'visitor' ? undefined : actor === 'stranger' ? strangers.learner : cast[actor];
      const refused = refusalFor(auth, actor) !== null;
      // Whoever has nothing in a tenant names what somebody of it has.
      const ownerIn = async (world: World, people: typeof cast) => {
        if (actor in ROLES && !refused && (actor !== 'outsider' || auth === 'member')) return people[actor as Role];
        return refused ? people.learner : mintMember(world);
      };
      const scenes: Record<Owner, () => Promise<Scene>> = {
        own: async () => ({ world: here, person: await ownerIn(here, cast) }),
        colleague: () => Promise.resolve({ world: here, person: cast.colleague }),
        foreign: async () => ({ world: elsewhere, person: await ownerIn(elsewhere, strangers) }),
      };
      for (const owner of ['own', 'colleague', 'foreign'] as const) {
        const input = await inputs[name](await scenes[owner]());
        const enterpriseId = actor === 'outsider' ? null : actor === 'stranger' ? elsewhere.tenant.id : here.tenant.id;
        // A session of its own for each: some calls end theirs.
        const token = person && (await mintSession(person.userId, enterpriseId));
        const answer = await make(name, input, token);
        const wrong = mistakes(answer, expectedOf(name, auth, actor, owner));
        if (wrong.length > 0) findings.push(`${actor}, ${owner}: ${wrong.join('; ')}: ${answer.text.slice(0, 300)}`);
        // Without ids, whose input it is makes no difference. Accounts and their phones are of no tenant.
        if (!NAMING.test(JSON.stringify(input))) break;
      }
    }
    expect(findings).toEqual([]);
  });
});

it('covers every call that the portal answers, and the portal answers every call of the contract', () => {
  expect(implementations.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
});

it('names calls under /auth/ only when they need a session, and under /api/ only when they do not', () => {
  const wrong = CALLS.filter(
    ([name, { auth }]) =>
      /\/auth\//.test(name) === (auth === 'public' || auth === 'visitor') && /\/(auth|api)\//.test(name),
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
});
