import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { importPack, importPackWithPasswords } from '#src/server/content/import-pack.ts';
import { passwordsInFile } from '#src/server/account/initial-passwords.ts';
import type { Person } from '#src/server/pack/pack-people.ts';
import { PackError } from '#src/server/pack/pack-refused.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';
import { PASSWORD_LOGIN } from '../factories/codes.ts';
import { call, ok } from '../factories/portal.ts';

const LOGO = new URL('../../src/demo/packs/huaxin/media/logo.png', import.meta.url).pathname;
const HEADER = 'phone,userName,userType,isAdmin,sex,department,post,headPortrait,email';

let root: string;
let folder: string;
let path: string;
let host: string;
let phones: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'zhixing-passwords-'));
  folder = join(root, 'pack');
  path = join(root, 'passwords.csv');
  const key = `p${randomUUID().slice(0, 8)}`;
  host = `${key}.localhost`;
  const first = `15${String(randomInt(1e7)).padStart(7, '0')}`;
  phones = ['01', '02', '03'].map((end) => first + end);
  for (const sub of ['articles', 'media']) mkdirSync(join(folder, sub), { recursive: true });
  writeFileSync(join(folder, 'media/logo.png'), readFileSync(LOGO));
  for (const code of ['about', 'agreement', 'privacy'])
    writeFileSync(join(folder, `articles/${code}.yaml`), `code: ${code}\ntitle: ${code}\nbody: Text\n`);
  writeFileSync(
    join(folder, 'site.yaml'),
    `key: ${key}
name: Acme
timeZone: Asia/Shanghai
lang: en
websiteTitle: Acme
slogan: Learn
description: Where Acme learns.
websiteIco: media/logo.png
logo: media/logo.png
brandColor: '#1355a0'
websiteNavList:
  - { code: home, title: Home, navUrl: /home, navMenuType: 1 }
categories:
  - { code: safety, name: Safety }
`,
  );
  writePeople(
    `${phones[0]},"=1+1, Li",1,true,1,Works,Fitter,,Li.Lei@Example.com`,
    `${phones[1]},Han Mei,1,false,2,Works,Trainer,,`,
  );
});
afterEach(() => rmSync(root, { recursive: true }));

const writePeople = (...rows: string[]) => writeFileSync(join(folder, 'people.csv'), [HEADER, ...rows, ''].join('\n'));
/** The initial passwords by phone. */
const written = () => {
  const [header, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(header).toBe('\uFEFFphone,userName,initialPassword');
  return Object.fromEntries(rows.map((row) => [row.slice(0, 11), row.slice(row.lastIndexOf(',') + 1)]));
};
const accounts = () => withPortal((db) => db.select().from(userAccount).where(inArray(userAccount.phone, phones)));

it('every new account gets its own, which opens nothing until it is replaced', async () => {
  const lines: string[] = [];
  await importPackWithPasswords(folder, path, { log: (line) => lines.push(line) });
  expect(lines).toContain(`2 initial passwords in ${path}`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  // Not a formula in a spreadsheet program.
  expect(readFileSync(path, 'utf8')).toContain(`${phones[0]},"'=1+1, Li",`);
  const passwords = written();
  expect(Object.keys(passwords)).toEqual(phones.slice(0, 2));
  expect(new Set(Object.values(passwords)).size).toBe(2);
  const phone = phones[0]!;
  const given = passwords[phone]!;
  expect(given).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);

  const login = (password: string) => call({ host }, PASSWORD_LOGIN, { phone, password, agreed: true });
  expect((await login(passwords[phones[1]!]!)).code, 'that of another person').toBe(422);
  expect((await login(given)).code).toBe(409);
  const next = { password: 'Anchor#47-Bow', repeatPassword: 'Anchor#47-Bow' };
  await ok({ host }, 'POST /user/api/user/info/pwd/update', { phone, oldPassword: given, ...next });
  expect(await login(next.password)).toMatchObject({ code: 200 });
  expect((await login(given)).code).toBe(422);
});

it('an existing account keeps its password; without new accounts there is no file', async () => {
  const { enterpriseId } = await importPackWithPasswords(folder, path);
  const before = written();
  rmSync(path);
  await importPackWithPasswords(folder, path);
  expect(existsSync(path)).toBe(false);
  writePeople(
    `${phones[0]},Li Lei,1,true,1,Works,Fitter,,other@example.com`,
    `${phones[1]},Han Mei,1,false,2,Works,Trainer,,han@example.com`,
    `${phones[2]},Wang,1,false,2,Works,Trainer,,`,
  );
  await importPackWithPasswords(folder, path);
  expect(Object.keys(written())).toEqual([phones[2]]);
  const login = { phone: phones[1]!, password: before[phones[1]!]! };
  expect((await call({ host }, PASSWORD_LOGIN, login)).code).toBe(409);
  // The address is a contact address: confirmed is only what its owner has confirmed.
  expect((await accounts()).map(({ email }) => email)).toEqual([null, null, null]);
  const members = await withTenant(enterpriseId, (db) =>
    db.select().from(enterpriseUser).where(eq(enterpriseUser.enterpriseId, enterpriseId)),
  );
  const emails = Object.fromEntries(members.map(({ userName, email }) => [userName, email]));
  expect(emails).toEqual({ 'Li Lei': 'li.lei@example.com', 'Han Mei': 'han@example.com', Wang: null });
});

it('nothing is imported when the file exists, and no file is left when the import fails', async () => {
  writeFileSync(path, 'mine');
  await expect(importPackWithPasswords(folder, path)).rejects.toThrow(OperatorError);
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect(await accounts()).toEqual([]);
  rmSync(path);
  writePeople(`${phones[0]},Li Lei,1,true,1,Works,Fitter,,not an address`);
  await expect(importPackWithPasswords(folder, path)).rejects.toThrow(PackError);
  expect(existsSync(path)).toBe(false);
  writePeople(`${phones[0]},Li Lei,1,true,1,Works,Fitter,,`);
  const failing = importPackWithPasswords(folder, path, {
    get now(): Date {
      throw new Error('broken');
    },
  });
  await expect(failing).rejects.toThrow('broken');
  expect(existsSync(path)).toBe(false);
  expect(await accounts()).toEqual([]);
});

it('npm run content:import FOLDER -- --passwords=FILE; without it accounts have no password', async () => {
  const run = (...more: string[]) =>
    promisify(execFile)(process.execPath, ['src/server/cli/import.ts', folder, ...more]).then(({ stdout }) => stdout);
  expect(await run(`--passwords=${path}`)).toContain('2 initial passwords in');
  expect(Object.keys(written())).toEqual(phones.slice(0, 2));
  await importPack(folder, { password: null });
  writePeople(`${phones[2]},Wang,1,true,2,Works,Trainer,,`);
  await importPack(folder, { password: null });
  expect((await accounts()).find(({ phone }) => phone === phones[2])!.passwordHash).toBeNull();
});

it('writes each password once when the transaction of the import is repeated', async () => {
  const people = phones.map((phone) => ({ phone, userName: `Name ${phone}` })) as Person[];
  const passwords = await passwordsInFile(path, people);
  await passwords.issued(phones);
  // The second run has found one of the accounts, which somebody else has made meanwhile.
  await passwords.issued(phones.slice(1));
  expect(await passwords.close(false)).toBe(2);
  const [head, ...rows] = readFileSync(path, 'utf8').trim().split('\n');
  expect(head).toBe('phone,userName,initialPassword');
  expect(rows.map((row) => row.split(',')[0])).toEqual(phones.slice(1));
});
