import { beforeAll, describe, expect, it } from 'vitest';
import { calls, type Call } from '#src/contract/calls.ts';
import type { CallContract } from '#src/contract/define.ts';
import { hashPassword } from '#src/server/account/password/password.ts';
import { call, ok, type Caller } from '../factories/portal.ts';
import { mintSession } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* What needs a proof within ten minutes (docs/specification.md, section "Proof again"). */
const PASSWORD = 'Turtle#4711-Old';
const STORED = await hashPassword(PASSWORD);
const DANGEROUS = (Object.entries(calls) as [Call, CallContract][]).filter(([, { proof }]) => proof);
const PROOF_NEEDED = { code: 403, msg: '为了账号安全，请先验证身份', data: { need: 'proof' } };

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, passwordHash: STORED });
});

const longAgo = async ({ userId }: TestPerson): Promise<Caller> => ({
  host: tenant.host,
  token: await mintSession(userId, tenant.id, { gmtCreate: new Date(Date.now() - 11 * 60_000) }),
});

it('is asked for by what changes ways in, rights and the data of a person', () => {
  expect(DANGEROUS.map(([name]) => name).sort()).toEqual([
    'DELETE /user/auth/enterprise/role/revoke',
    'DELETE /user/auth/user/info/email/remove',
    'DELETE /user/auth/user/info/passkey/remove',
    'DELETE /user/auth/user/info/totp/remove',
    'POST /user/auth/enterprise/role/grant',
    'POST /user/auth/own/data/erase',
    'POST /user/auth/people/data/erase',
    'POST /user/auth/people/factor/reset',
    'POST /user/auth/user/info/passkey/add',
    'POST /user/auth/user/info/passkey/begin',
    'POST /user/auth/user/info/recovery/renew',
    'POST /user/auth/user/info/totp/begin',
    'POST /user/auth/user/info/totp/confirm',
    'PUT /user/auth/enterprise/administrator/save',
    'PUT /user/auth/enterprise/factor/policy/save',
    'PUT /user/auth/enterprise/login/setting/save',
    'PUT /user/auth/user/info/update/email',
    'PUT /user/auth/user/info/update/phone',
  ]);
});

describe.each(DANGEROUS)('%s', (name) => {
  it('is refused to an old session, before anything else is looked at', async () => {
    expect(await call(await longAgo(admin), name, {} as never)).toEqual(PROOF_NEEDED);
  });

  it('is not refused to one that has just proven who it is', async () => {
    const session = await longAgo(admin);
    await ok(session, 'POST /user/auth/user/info/factor/prove', { way: 'password', password: PASSWORD });
    expect(await call(session, name, {} as never)).not.toEqual(PROOF_NEEDED);
  });
});

it.each(DANGEROUS.filter(([, { auth }]) => auth !== 'enterprise' && auth !== 'member'))(
  '%s says to those without the right that they have none',
  async (name) => {
    const learner = await mintPerson(tenant);
    expect(await call(await longAgo(learner), name, {} as never)).toMatchObject({ code: 403, data: null });
  },
);

describe('the approval of an erasure', () => {
  it('needs it, and no other decision does', async () => {
    const learner = await mintPerson(tenant);
    const deciding = await longAgo(admin);
    const { instanceId } = await ok(learner, 'POST /user/auth/own/data/erase', { reason: 'Leaving' });
    const decide = (action: 'approve' | 'reject', comment?: string) =>
      call(deciding, 'POST /user/auth/flow/instance/submitFlow', {
        id: instanceId,
        action,
        ...(comment && { comment }),
      });
    expect(await decide('approve')).toEqual(PROOF_NEEDED);
    expect((await decide('reject', 'Please wait')).code).toBe(200);
  });
});
