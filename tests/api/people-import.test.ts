import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '#src/server/account/password/password.ts';
import { importPack } from '#src/server/content/import-pack.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { CODE_LOGIN, PASSWORD_LOGIN, sendCode } from '../factories/codes.ts';
import { anyMobile, peoplePack } from '../factories/people-pack.ts';
import { call, ok } from '../factories/portal.ts';
import { mintSession } from '../factories/session.ts';
import { codeTo } from '../factories/sms.ts';

const COLUMNS = 'phone,userName,userType,isAdmin,sex,department,post,headPortrait,employeeNo,status';
const ME = 'GET /user/auth/enterprise/user/info/current/view';
const row = (phone: string, name: string, { no = '', status = '', isAdmin = false } = {}) =>
  `${phone},${name},1,${isAdmin},1,Works,Fitter,,${no},${status}`;

type Pack = Awaited<ReturnType<typeof peoplePack>>;
async function run({ folder }: Pack) {
  const log: string[] = [];
  const result = await importPack(folder, { log: (line) => log.push(line), password: null });
  return { ...result, log };
}
const members = (enterpriseId: string) =>
  withTenant(enterpriseId, (db) =>
    db
      .select({
        userId: enterpriseUser.userId,
        userName: enterpriseUser.userName,
        employeeNo: enterpriseUser.employeeNo,
        status: enterpriseUser.status,
        phone: userAccount.phone,
      })
      .from(enterpriseUser)
      .innerJoin(userAccount, eq(userAccount.id, enterpriseUser.userId))
      .where(eq(enterpriseUser.enterpriseId, enterpriseId))
      .orderBy(enterpriseUser.employeeNo, enterpriseUser.userName),
  );
const audited = (enterpriseId: string, userId: string) =>
  withTenant(enterpriseId, async (db) => {
    const rows = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.enterpriseId, enterpriseId), eq(auditLog.userId, userId)))
      .orderBy(auditLog.id);
    return rows.map(({ action, detail }) => ({ action, detail }));
  });

describe('employee numbers', () => {
  it('identify a member whose phone number differs, and corrects a number that nobody has verified', async () => {
    const pack = await peoplePack();
    const [wrong, right] = [anyMobile(), anyMobile()];
    await pack.people(COLUMNS, row(wrong, 'Li Lei', { no: 'E-1' }));
    const { enterpriseId } = await run(pack);
    const [before] = await members(enterpriseId);
    expect(before).toMatchObject({ employeeNo: 'E-1', phone: wrong });

    await pack.people(COLUMNS, row(right, 'Li Lei', { no: 'E-1' }));
    expect((await run(pack)).log).toEqual([]);
    expect(await members(enterpriseId)).toEqual([{ ...before, phone: right }]);
    expect(await audited(enterpriseId, before!.userId)).toEqual([
      {
        action: 'phone.changed',
        detail: {
          by: 'import',
          from: wrong.replace(/^(...).{4}/, '$1****'),
          to: right.replace(/^(...).{4}/, '$1****'),
        },
      },
    ]);
  });

  it('keep the phone number that the person has verified, say so, and make no second account', async () => {
    const pack = await peoplePack();
    const [own, other] = [anyMobile(), anyMobile()];
    await pack.people(COLUMNS, row(own, 'Li Lei', { no: 'E-1' }));
    const { enterpriseId } = await run(pack);
    const caller = { host: `${pack.key}.localhost` };
    await sendCode(caller, own);
    await ok(caller, CODE_LOGIN, { phone: own, code: await codeTo(own), agreed: true });

    await pack.people(COLUMNS, row(other, 'Li Lei Senior', { no: 'E-1' }));
    expect((await run(pack)).log).toEqual([
      'people.csv: other phone numbers than those of the accounts, which are kept: employee numbers E-1',
    ]);
    expect(await members(enterpriseId)).toMatchObject([{ userName: 'Li Lei Senior', phone: own }]);
    expect(await withPortal((db) => db.$count(userAccount, eq(userAccount.phone, other)))).toBe(0);
  });

  it('keep the phone number of an account that another enterprise uses, and one that is taken', async () => {
    const [here, there] = [await peoplePack(), await peoplePack()];
    const [shared, taken, free] = [anyMobile(), anyMobile(), anyMobile()];
    await there.people(COLUMNS, row(shared, 'Li Lei'), row(taken, 'Han Mei'));
    const elsewhere = await run(there);
    await here.people(COLUMNS, row(shared, 'Li Lei', { no: 'E-1' }), row(free, 'Wei Hua', { no: 'E-2' }));
    const { enterpriseId } = await run(here);
    await here.people(COLUMNS, row(anyMobile(), 'Li Lei', { no: 'E-1' }), row(taken, 'Wei Hua', { no: 'E-2' }));
    expect((await run(here)).log.join()).toContain('employee numbers E-1, E-2');
    expect((await members(enterpriseId)).map(({ phone }) => phone)).toEqual([shared, free]);
    expect((await members(elsewhere.enterpriseId)).map(({ phone }) => phone).sort()).toEqual([shared, taken].sort());
  });

  it('are given to a member found by phone, and kept by a file without numbers', async () => {
    const pack = await peoplePack();
    const phone = anyMobile();
    await pack.people(COLUMNS, row(phone, 'Li Lei'));
    const { enterpriseId } = await run(pack);
    await pack.people(COLUMNS, row(phone, 'Li Lei', { no: '7' }));
    await run(pack);
    await pack.people(COLUMNS.replace(',employeeNo,status', ''), row(phone, 'Li Lei').slice(0, -2));
    expect(await run(pack)).toMatchObject({ updated: 0 });
    expect(await members(enterpriseId)).toMatchObject([{ employeeNo: '7', phone }]);
  });

  it('are rejected when two rows are one member, or the phone belongs to another employee', async () => {
    const pack = await peoplePack();
    const [first, second] = [anyMobile(), anyMobile()];
    await pack.people(COLUMNS, row(first, 'Li Lei', { no: '1' }));
    const { enterpriseId } = await run(pack);
    await pack.people(COLUMNS, row(first, 'Han Mei', { no: '2' }));
    await expect(run(pack)).rejects.toThrow('belongs to the member with employee number 1');
    await withPortal((db) =>
      db.update(userAccount).set({ phoneUnverified: false }).where(eq(userAccount.phone, first)),
    );
    await pack.people(COLUMNS, row(second, 'Li Lei', { no: '1' }), row(first, 'Li Lei'));
    await expect(run(pack)).rejects.toThrow('are the same member (employee number 1)');
    await pack.people(COLUMNS, row(first, 'Li Lei', { no: '1' }), row(second, 'Han Mei', { no: '1' }));
    await expect(run(pack)).rejects.toThrow('people.csv:3 employee number "1" is declared twice');
    expect(await members(enterpriseId)).toMatchObject([{ userName: 'Li Lei', phone: first }]);
  });

  it('are mentioned by --check', async () => {
    const pack = await peoplePack();
    await pack.people(COLUMNS, row(anyMobile(), 'Li Lei', { no: '1' }), row(anyMobile(), 'Han Mei'));
    const { stdout } = await promisify(execFile)(process.execPath, [
      'src/server/cli/import.ts',
      '--check',
      pack.folder,
    ]);
    expect(stdout).toContain('2 people; 1 identified by employee number');
  });
});

describe('overseas phone numbers', () => {
  it('are imported, referred to in another notation, and log in by code', async () => {
    const pack = await peoplePack();
    const phone = `+8529${anyMobile().slice(4)}`;
    await pack.people(COLUMNS, row(`00852-${phone.slice(4)}`, 'Grace Tan'));
    await pack.put(
      'lecturers.yaml',
      `- { code: grace, phone: '${phone.slice(0, 4)} ${phone.slice(4)}', lecturerName: Grace Tan, lecturerLevel: Senior, title: T, intro: I }\n`,
    );
    const { enterpriseId } = await run(pack);
    const [member] = await members(enterpriseId);
    expect(member).toMatchObject({ phone });
    expect(await withTenant(enterpriseId, (db) => db.select().from(lecturer))).toMatchObject([
      { userId: member!.userId },
    ]);
    const caller = { host: `${pack.key}.localhost` };
    await sendCode(caller, phone);
    const typed = phone.replace('+852', '+852 ');
    const session = await ok(caller, CODE_LOGIN, { phone: typed, code: await codeTo(phone), agreed: true });
    expect(session.enterpriseId).toBe(enterpriseId);
  });

  it('log in by password, and +86 is the same as without', async () => {
    const pack = await peoplePack();
    const [overseas, local] = [`+479${anyMobile().slice(4)}`, anyMobile()];
    await pack.people(COLUMNS, row(overseas, 'Anna'), row(`+86 ${local}`, 'Han Mei'));
    await run(pack);
    const passwordHash = await hashPassword('Study@2026');
    for (const phone of [overseas, local])
      await withPortal((db) => db.update(userAccount).set({ passwordHash }).where(eq(userAccount.phone, phone)));
    const caller = { host: `${pack.key}.localhost` };
    const login = (phone: string) => call(caller, PASSWORD_LOGIN, { phone, password: 'Study@2026', agreed: true });
    expect((await login(overseas)).code).toBe(200);
    expect((await login(`+86${local}`)).code).toBe(200);
    expect(await login(overseas.slice(1))).toMatchObject({ code: 422, data: [{ field: 'phone' }] });
    expect(await login('+86 12')).toMatchObject({ code: 422, data: [{ field: 'phone' }] });
  });
});

describe('status', () => {
  it('of a leaver ends their sessions and refuses sign-in; active enables again; empty changes nothing', async () => {
    const pack = await peoplePack();
    const [phone, boss] = [anyMobile(), anyMobile()];
    const admin = row(boss, 'Boss', { isAdmin: true });
    await pack.people(COLUMNS, row(phone, 'Li Lei'), admin);
    const { enterpriseId } = await run(pack);
    const { userId } = (await members(enterpriseId)).find((member) => member.phone === phone)!;
    const me = { host: `${pack.key}.localhost`, token: await mintSession(userId, enterpriseId) };
    expect((await call(me, ME)).code).toBe(200);

    await pack.people(COLUMNS, row(phone, 'Li Lei', { status: '离职' }), admin);
    expect(await run(pack)).toMatchObject({ updated: 1 });
    expect((await call(me, ME)).code).toBe(300);
    await pack.people(COLUMNS, row(phone, 'Li Lei'), admin);
    expect(await run(pack)).toMatchObject({ updated: 0 });
    expect((await members(enterpriseId)).map(({ status }) => status)).toContain('disabled');
    await pack.people(COLUMNS, row(phone, 'Li Lei', { status: '在职' }), admin);
    await run(pack);
    expect((await members(enterpriseId)).map(({ status }) => status)).toEqual(['active', 'active']);
    // Ended sessions stay ended.
    expect((await call(me, ME)).code).toBe(300);
    expect((await audited(enterpriseId, userId)).map(({ action, detail }) => [action, detail])).toEqual([
      ['member.disabled', { by: 'import' }],
      ['member.enabled', { by: 'import' }],
    ]);
  });

  it('does not disable the last administrator, and is checked', async () => {
    const pack = await peoplePack();
    const phone = anyMobile();
    await pack.people(COLUMNS, row(phone, 'Boss', { isAdmin: true }));
    const { enterpriseId } = await run(pack);
    await pack.people(COLUMNS, row(phone, 'Boss', { isAdmin: true, status: 'disabled' }));
    await expect(run(pack)).rejects.toThrow('disables the last administrator');
    expect(await members(enterpriseId)).toMatchObject([{ status: 'active' }]);
    await pack.people(COLUMNS, row(phone, 'Boss', { status: 'gone' }));
    await expect(run(pack)).rejects.toThrow('"status" should be active or disabled (在职, 离职), but is "gone"');
  });
});
