import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { fileSigner, JSON_END, JSON_START, readSignedFile } from '#src/server/core/signed-file.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Evidence } from '#src/server/requirement/evidence-format.ts';
import { verifyEvidence } from '#src/server/requirement/verify-evidence.ts';
import { mintDepartment, mintGrant } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { giveCertificate, mintCertificate } from '../factories/record.ts';
import { mintRequirement } from '../factories/requirement.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const SIGN = 'POST /course/auth/requirement/evidence/sign';

let tenant: TestTenant;
let admin: TestPerson;
let welder: TestPerson;
let requirementId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: 'Admin' });
  welder = await mintPerson(tenant, { userName: '王<焊>', department: '华东' });
  const certificateId = await mintCertificate(tenant, { validMonths: 12 });
  requirementId = await mintRequirement(tenant, {
    ...{ title: '焊工持证', subject: { certificateId }, rules: [], people: [{ userId: welder.userId }] },
    since: new Date('2025-01-01T00:00:00Z'),
  });
  await giveCertificate(tenant, welder, certificateId, { at: new Date('2025-02-01T04:00:00Z') });
  await withTenant(tenant.id, async (db) => {
    await db.execute(sql`update member_history set since = '2025-01-01' where enterprise_id = ${tenant.id}`);
    await db.execute(
      sql`update requirement_assignment set closed_at = now(), close_reason = 'rule' where enterprise_id = ${tenant.id}`,
    );
    await db.execute(sql`
      insert into requirement_assignment (enterprise_id, requirement_id, user_id, opened_at, open_reason)
      values (${tenant.id}, ${requirementId}, ${welder.userId}, '2025-01-05T00:00:00Z', 'listed')`);
  });
});

const sign = async (on?: string) => {
  const { html, fileName } = await ok(admin, SIGN, { requirementId, userId: welder.userId, on });
  return { file: Buffer.from(html), fileName };
};
const contentOf = (file: Buffer) => {
  const opened = readSignedFile(file);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.content as Evidence;
};

/** Runs `npm run verify`. */
async function verify(file: Buffer, ...more: string[]) {
  const path = join(await mkdtemp(join(tmpdir(), 'evidence-')), 'evidence.html');
  await writeFile(path, file);
  const env = { ...process.env, APP_SECRET: '', DATABASE_URL: '' };
  return promisify(execFile)(process.execPath, ['src/server/cli/verify.ts', path, ...more], { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

describe('evidence', () => {
  it('says whether somebody was certified on a day, with what shows it, and is proved without the database', async () => {
    const { file, fileName } = await sign('2025-03-01');
    expect(fileName).toMatch(/^evidence-.*2025-03-01.*\.html$/);
    expect(contentOf(file)).toMatchObject({
      ...{ format: 'zhixing-requirement-evidence/1', on: '2025-03-01', state: 'fulfilled' },
      person: { userName: '王<焊>', department: '华东' },
      requirement: { title: '焊工持证', version: 1, subjects: [{ kind: 'certificate' }] },
      moments: { validUntil: '2026-02-01T04:00:00.000Z' },
      assignments: [{ openReason: 'listed', closedAt: null }],
      facts: [{ verdict: 'counts', endsAt: '2026-02-01T04:00:00.000Z' }],
      issuedBy: { userName: 'Admin' },
    });
    const { publicKey } = await ok(admin, 'GET /exam/api/evidence/key', {});
    expect(await verify(file, '--key', publicKey)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('焊工持证 (terms 1), on 2025-03-01: fulfilled'),
    });
    expect(await verify(file, '--key', publicKey.replace(/^../, '00'))).toMatchObject({
      ...{ code: 1, stdout: expect.stringContaining('another installation') },
    });
  });

  it('has the state of each day', async () => {
    for (const [on, state] of [
      ['2025-01-01', null],
      ['2025-01-20', 'due'],
      ['2026-01-15', 'dueSoon'],
      ['2026-02-05', 'overdue'],
      [undefined, 'overdue'],
      ['2035-01-01', 'overdue'],
    ] as const) {
      const evidence = contentOf((await sign(on)).file);
      expect([evidence.state, verifyEvidence(evidence)], on).toEqual([state, []]);
    }
  });

  it('is refused with any changed byte', async () => {
    const { file } = await sign('2025-03-01');
    for (let place = 0; place < file.length; place += 97) {
      const changed = Buffer.from(file);
      changed[place] = changed[place]! ^ 1;
      expect(readSignedFile(changed), `byte ${place}`).toMatchObject({ problem: expect.any(String) });
    }
    const forged = Buffer.from(file.toString().replace('"state":"fulfilled"', '"state":"exempt"'));
    expect(await verify(forged)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('a byte of it was changed'),
    });
    expect(await verify(file.subarray(0, -1))).toMatchObject({ code: 1 });
  });

  it('whose state does not follow from its facts is refused also with a valid signature', async () => {
    const evidence = contentOf((await sign('2026-02-05')).file);
    const sealed = (change: Partial<Evidence>) => {
      const body = `${JSON_START}${canonicalJson({ ...evidence, ...change }).replaceAll('<', '\\u003c')}${JSON_END}`;
      const signer = fileSigner();
      signer.update(Buffer.from(body));
      return Buffer.concat([Buffer.from(body), signer.trailer()]);
    };
    for (const [change, problem] of [
      [{ state: 'fulfilled' }, 'the state does not follow from the moments'],
      [{ facts: [] }, 'the end of the validity does not follow from the facts'],
      [{ assignments: [] }, 'the state and the assignments do not agree'],
    ] as [Partial<Evidence>, string][])
      expect(await verify(sealed(change))).toMatchObject({ code: 1, stdout: expect.stringContaining(problem) });
    expect(await verify(sealed({}))).toMatchObject({ code: 0 });
  });

  it('is noted in the audit log, and only of people whom the viewer may see', async () => {
    await sign('2025-03-01');
    const rows = await withTenant(tenant.id, (db) =>
      db.select().from(auditLog).where(eq(auditLog.action, 'requirement.evidence')),
    );
    expect(rows.at(-1)).toMatchObject({ userId: admin.userId, detail: { requirementId, on: '2025-03-01' } });
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'trainingManager', await mintDepartment(tenant, '西部'));
    expect((await call(manager, SIGN, { requirementId, userId: welder.userId })).code).toBe(404);
    expect((await call(welder, SIGN, { requirementId, userId: welder.userId })).code).toBe(403);
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    expect((await call(stranger, SIGN, { requirementId, userId: welder.userId })).code).toBe(404);
  });
});
