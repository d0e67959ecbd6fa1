import { eq, lt } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { digestPreference, notice } from '#src/server/notice/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { sweepDigests } from '#src/server/jobs/sweep-digests.ts';
import { mintAnswer, mintLabel, mintPost } from '../factories/community.ts';
import { ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/** Wednesday 8:00 in Shanghai, in the future: other tenants of the test database are not due earlier. */
const DUE = new Date('2031-03-05T00:00:00Z');
const hours = (n: number) => new Date(DUE.getTime() + n * 3_600_000);

let tenant: TestTenant;
let reader: TestPerson;
let author: TestPerson;
let labelId: string;

beforeEach(async () => {
  tenant = await mintTenant();
  reader = await mintPerson(tenant);
  author = await mintPerson(tenant);
  labelId = await mintLabel(tenant);
  await ok(reader, 'PUT /community/auth/label/follow', { id: labelId, on: true });
});

const choose = async (person: TestPerson, frequency: 'daily' | 'weekly', sentUntil: Date) => {
  await ok(person, 'PUT /user/auth/notice/digest/save', { frequency });
  await withTenant(tenant.id, (db) =>
    db.update(digestPreference).set({ sentUntil }).where(eq(digestPreference.userId, person.userId)),
  );
};
const sweep = (now: Date) =>
  sweepDigests((error) => {
    throw error;
  }, now);
const digests = (person: TestPerson) =>
  withTenant(tenant.id, (db) =>
    db.select({ detail: notice.detail, path: notice.path }).from(notice).where(eq(notice.userId, person.userId)),
  );
const post = (title: string, at: Date, more: Parameters<typeof mintPost>[2] = {}) =>
  mintPost(tenant, author, { title, publishedAt: at, labelIds: [labelId], kind: 'blog', ...more });

it('names the most helpful and newest posts with followed labels, and followed questions with new answers, once', async () => {
  await choose(reader, 'daily', hours(-24));
  await post('Before', hours(-25));
  await post('Newest', hours(-1));
  await post('Older', hours(-5));
  await post('Helpful', hours(-10), { voteCount: 3 });
  await post('Hidden', hours(-2), { state: 'hidden' });
  await post('After', hours(1));
  await post('Other label', hours(-3), { labelIds: [await mintLabel(tenant)] });
  const own = await mintPost(tenant, reader, { title: 'Own', publishedAt: hours(-4), labelIds: [labelId] });
  const followed = await mintPost(tenant, author, { title: 'Followed', publishedAt: hours(-90) });
  for (const id of [own, followed]) await ok(reader, 'PUT /community/auth/post/follow', { id, on: true });
  await mintAnswer(tenant, author, followed, { publishedAt: hours(-8), voteCount: 2 });
  await mintAnswer(tenant, author, followed, { publishedAt: hours(-7) });
  await mintAnswer(tenant, reader, own, { publishedAt: hours(-6) });

  await sweep(hours(-0.1));
  expect(await digests(reader)).toEqual([]);
  await Promise.all([sweep(DUE), sweep(hours(2)), sweep(hours(3))]);
  expect(await digests(reader)).toEqual([
    { detail: { total: 4, titles: 'Helpful\nFollowed\nNewest' }, path: '/community?order=followed' },
  ]);
  await sweep(hours(24));
  expect((await digests(reader)).map(({ detail }) => detail.titles)).toEqual(['Helpful\nFollowed\nNewest', 'After']);
});

it('is not sent when there is nothing, to people who did not choose it, or to disabled members', async () => {
  const [quiet, disabled] = [await mintPerson(tenant), await mintPerson(tenant)];
  for (const person of [quiet, disabled]) await choose(person, 'daily', hours(-24));
  await ok(disabled, 'PUT /community/auth/label/follow', { id: labelId, on: true });
  await withTenant(tenant.id, (db) =>
    db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, disabled.userId)),
  );
  await post('New', hours(-1));
  await sweep(DUE);
  for (const person of [reader, quiet, disabled]) expect(await digests(person)).toEqual([]);
});

it('of a week is sent on Mondays', async () => {
  await choose(reader, 'weekly', hours(-24));
  await post('New', hours(-1));
  await sweep(hours(100));
  expect(await digests(reader)).toEqual([]);
  await sweep(new Date('2031-03-10T00:00:00Z'));
  expect(await digests(reader)).toHaveLength(1);
});

it('reaches more members than one transaction processes', async () => {
  const people: TestPerson[] = [];
  for (let i = 0; i < 201; i++) people.push(await mintPerson(tenant));
  await withTenant(tenant.id, (db) =>
    db.insert(digestPreference).values(
      people.map(({ userId }) => ({
        ...{ enterpriseId: tenant.id, userId, frequency: 'daily' as const, sentUntil: hours(-24) },
      })),
    ),
  );
  await sweep(DUE);
  const late = withTenant(tenant.id, (db) => db.$count(digestPreference, lt(digestPreference.sentUntil, DUE)));
  expect(await late).toBe(0);
});
