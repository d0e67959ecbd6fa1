import { isRight } from '#src/contract/rules/rights.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Call, calls, type Input } from '#src/contract/calls.ts';
import type { CallContract } from '#src/contract/define.ts';
import { BROWSER_COOKIE } from '#src/server/account/login-methods/login-attempt.ts';
import { mintCast, type Role } from '../factories/cast.ts';
import { referenceLoop, turnRatio } from '../factories/event-loop.ts';
import { inputs } from '../factories/inputs/all-inputs.ts';
import { FILLERS, hasFreeText, largestInput } from '../factories/largest-input.ts';
import { manyGift } from '../factories/large-question-files.ts';
import { giftFile } from '../factories/question.ts';
import { request } from '../factories/portal.ts';
import { startWorldProviders, type Providers } from '../factories/providers.ts';
import { BROWSER } from '../factories/scene.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import { mintWorld, type World } from '../factories/world.ts';

/*
 * One request must not hold up all others: every operation is called with its largest valid input, and no turn of the event loop may
 * take longer than a reference loop of the same run, which takes about 100 ms.
 */

const CALLS = Object.entries(calls) as [Call, CallContract][];

let providers: Providers;
let world: World;
let reference: number;
beforeAll(async () => {
  providers = await startWorldProviders();
  world = await mintWorld(providers, 'WorldOfTurns');
  reference = referenceLoop();
  return () => providers.stop();
});

const ROLE: Partial<Record<CallContract['auth'], Role>> = { lecturer: 'administrator', organisation: 'organisation' };
/** What members may call, but only some of them get. */
const FOR_ADMINISTRATORS =
  /\/(community\/auth\/moderation|data\/auth\/history|exam\/auth\/exam\/control|course\/auth\/appeal\/reverse|user\/auth\/flow\/instance\/submitFlow)\b/;

/** As many placeholders as a text of a message has room for. */
const LONG_TEXT = { subject: '{{site}} '.repeat(16).trim(), body: '{{link}}\n\n'.repeat(360) };

/** Fields that stay as they are, because what they name is looked up or compared. */
const KEPT: Partial<Record<Call, string[]>> = {
  // Names of what exists, each once.
  'POST /report/auth/report/run': ['definition'],
  'POST /report/auth/report/export': ['definition'],
  'POST /report/auth/report/save': ['definition'],
  'POST /user/api/notice/unsubscribe/view': ['token'],
  'POST /user/api/notice/unsubscribe/save': ['token'],
  'POST /user/api/user/info/login/pwd': ['password'],
  'PUT /user/auth/pin/save': ['password'],
  'POST /course/auth/order/seat/department/save': ['department', 'getCount'],
  'POST /user/api/terminal/register': ['code'],
  'POST /user/auth/terminal/pin/issue': ['userIds'],
  'POST /user/auth/terminal/badge/issue': ['userIds'],
  'POST /user/api/user/info/login/ewx': ['code', 'state'],
  'POST /user/api/user/info/login/oidc': ['code', 'state', 'iss'],
  'POST /user/api/user/info/pwd/update': ['oldPassword'],
  'PUT /user/auth/user/info/update/password': ['oldPassword'],
  'POST /user/auth/user/info/factor/prove': ['password'],
  'DELETE /user/auth/user/info/passkey/remove': ['id'],
  'GET /system/api/sys/article/view': ['id'],
  'GET /course/api/certificate/verify': ['number'],
  'POST /course/auth/certificate/correct': ['issuedOn', 'expiresOn'],
  'POST /community/api/post/page': ['after'],
  'POST /community/api/answer/page': ['after'],
  'POST /course/auth/training/sign/save': ['code'],
  'POST /user/auth/organisation/department/change': ['sort', 'plan'],
  'PUT /people/auth/import/plan': ['columns'],
  'POST /people/auth/merge/apply': ['plan'],
  'POST /data/auth/media/folder/save': ['was'],
  'POST /data/auth/media/replacement/apply': ['plan'],
  'POST /data/auth/media/version/restore': ['plan'],
  'PUT /people/auth/sync/setting/save': ['departments'],
  'POST /people/auth/sync/department/list': ['parentId'],
  // Nothing is in a task twice.
  'POST /course/auth/study/tasks/save': ['items'],
  'POST /course/auth/study/tasks/preview': ['items'],
  // Of the kinds of answers only that of its question is accepted.
  'POST /course/auth/questionnaire/submit': ['answers'],
  'POST /exam/auth/question/save': ['answer'],
  'POST /exam/auth/question/download': ['keyword', 'topic', 'tag'],
  'POST /exam/auth/user/practice/start': ['topic'],
};

const noise = async (): Promise<File> => {
  const raw = { width: 1_290, height: 1_290, channels: 3 } as const;
  return new File(
    [
      new Uint8Array(
        await sharp(randomBytes(1_290 * 1_290 * 3), { raw })
          .png()
          .toBuffer(),
      ),
    ],
    'noise.png',
  );
};
/** Fields whose largest value is not just a longer one. Questions of 20 MB are in `question-threads.test.ts`. */
const LARGE: Partial<Record<Call, () => Promise<object> | object>> = {
  // With the link that the message must have.
  'PUT /system/auth/message/template/save': () => ({ texts: { zh: LONG_TEXT, en: LONG_TEXT } }),
  'POST /system/auth/message/template/test': () => ({ text: LONG_TEXT }),
  'POST /system/auth/upload/pic': async () => ({ file: await noise() }),
  'POST /exam/auth/question/file/upload': async () => ({ file: await noise() }),
  'POST /exam/auth/question/import/upload': () => ({ file: giftFile(manyGift(6_000)) }),
  'POST /community/auth/word/save': () => ({ words: Array.from({ length: 490 }, () => randomUUID()).join('\n') }),
};

/** Calls that are refused in spite of a valid input, and why. */
const REFUSED: Partial<Record<Call, [status: number, reason: string]>> = {
  'POST /system/auth/message/template/test': [409, 'the portal sends no e-mail here'],
  'POST /user/api/terminal/login': [403, 'the browser is no terminal'],
  'GET /user/auth/terminal/session/view': [409, 'the session is at no terminal'],
  'POST /user/auth/terminal/session/prolong': [409, 'the session is at no terminal'],
  'PUT /user/auth/terminal/session/end': [409, 'the session is at no terminal'],
  'POST /user/auth/terminal/badge/export': [422, 'nobody has a name like the longest keyword'],
  'POST /exam/auth/exam/rehearsal/start': [409, 'somebody sits an exam'],
  'POST /user/api/user/info/login/second': [422, 'no sign-in waits'],
  'POST /user/auth/user/info/totp/confirm': [422, 'the ticket is of another session'],
  'POST /user/auth/user/info/recovery/renew': [409, 'there is no authenticator app'],
  'POST /user/api/user/info/login/passkey': [422, 'there is no such passkey'],
  'POST /user/auth/user/info/passkey/add': [422, 'there is no such challenge'],
  'DELETE /user/auth/user/info/passkey/remove': [404, 'there is no such passkey'],
  'POST /exam/auth/exam/regrade/save': [409, 'the larger input has another preview; that of the preview is measured'],
};

/** Makes a call as somebody who may, with the largest input. */
async function make(name: Call, contract: CallContract, filler: string): Promise<() => Promise<number | string>> {
  const cast = await mintCast(world);
  const isForAdministrators = contract.auth === 'admin' || isRight(contract.auth) || FOR_ADMINISTRATORS.test(name);
  const role = ROLE[contract.auth] ?? (isForAdministrators ? 'administrator' : 'learner');
  const person = cast[role];
  const valid = (await inputs[name]({ world, person })) as Record<string, unknown>;
  const kept = (KEPT[name] ?? []).map((field) => [field, valid[field]] as const);
  const large = largestInput(contract, valid, filler);
  // Some inputs are lists.
  const input = Array.isArray(large) ? large : { ...large, ...Object.fromEntries(kept), ...(await LARGE[name]?.()) };
  const token = await mintSession(person.userId, world.tenant.id);
  const cookie = `${BROWSER_COOKIE}=${BROWSER}; ${companionCookie(token)}`;
  return async () => {
    const response = await request({ host: world.tenant.host, token, cookie }, name, input as Input<Call>);
    const text = await response.text();
    return response.status === 200 ? 200 : `${response.status} ${text}`;
  };
}

const CASES = Object.entries(FILLERS).flatMap(([texts, filler]) =>
  CALLS.filter(([, contract]) => texts === 'words' || hasFreeText(contract)).map(
    ([name, contract]) => [name, texts, contract, filler] as const,
  ),
);

describe('no turn of the event loop is long', () => {
  it.each(CASES)('%s with texts of %s', async (name, _texts, contract, filler) => {
    const statuses: (number | string)[] = [];
    const ratio = await turnRatio(async () => {
      const call = await make(name, contract, filler);
      statuses.push(await call());
    }, reference);
    const [status] = REFUSED[name] ?? [200];
    for (const each of statuses)
      expect(each, REFUSED[name]?.[1]).toSatisfy((told) => String(told).startsWith(String(status)));
    expect(ratio).toBeLessThan(1);
  });
});
