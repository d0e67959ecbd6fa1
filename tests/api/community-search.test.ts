import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { post } from '#src/server/community/tables/post.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintAnswer, mintPost, openCommunity } from '../factories/community.ts';
import { ok, type Caller } from '../factories/portal.ts';
import { indexTenant } from '../factories/search.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Search types 6 (blog) and 7 (question). */

let tenant: TestTenant;
let author: TestPerson;
let blogId: string;
let questionId: string;
beforeEach(async () => {
  tenant = await mintTenant();
  author = await mintPerson(tenant, { userName: '司马工' });
  blogId = await mintPost(tenant, author, { kind: 'blog', title: '激光对刀的经验', text: '对刀仪每周校准一次' });
  questionId = await mintPost(tenant, author, { title: '对刀仪读数跳动', text: '换电池也没有用' });
});

const hits = async (caller: Caller, keyword: string, type = 1) => {
  await indexTenant(tenant);
  const call = caller.token ? 'POST /system/auth/search/page' : 'POST /system/api/search/page';
  const { list } = await ok(caller, call, { keyword, type });
  return list.map(({ id }) => id).sort();
};

it('each type finds what it names, with its kind', async () => {
  expect(await hits(author, '对刀')).toEqual([blogId, questionId].sort());
  expect(await hits(author, '对刀', 6)).toEqual([blogId]);
  expect(await hits(author, '对刀', 7)).toEqual([questionId]);
  const { list, counts } = await ok(author, 'POST /system/auth/search/page', { keyword: '对刀' });
  expect(list.find(({ id }) => id === blogId)).toMatchObject({ subjectType: 'blog', type: 6, parentId: null });
  expect(counts).toEqual([
    { type: 6, subjectType: 'blog', count: 1 },
    { type: 7, subjectType: 'question', count: 1 },
  ]);
  expect(await hits(author, '司马工')).toEqual([blogId, questionId].sort());
});

it('a question is found by its answers while they are published', async () => {
  const answerId = await mintAnswer(tenant, author, questionId, { text: '检查接地线是否松动' });
  expect(await hits(author, '接地线')).toEqual([questionId]);
  const set = (id: string, state: 'hidden' | 'published') =>
    withTenant(tenant.id, (db) => db.update(post).set({ state }).where(eq(post.id, id)));
  await set(answerId, 'hidden');
  expect(await hits(author, '接地线')).toEqual([]);
  await set(questionId, 'hidden');
  expect(await hits(author, '对刀')).toEqual([blogId]);
  await set(questionId, 'published');
  expect(await hits(author, '对刀', 7)).toEqual([questionId]);
});

it('visitors find posts only while the community is open to the public', async () => {
  expect(await hits(tenant.anonymous, '对刀')).toEqual([]);
  await openCommunity(tenant);
  expect(await hits(tenant.anonymous, '对刀')).toEqual([blogId, questionId].sort());
  await openCommunity(tenant, { isPublic: false });
  expect(await hits(tenant.anonymous, '对刀')).toEqual([]);
  expect(await hits(author, '对刀')).toEqual([blogId, questionId].sort());
});

it('anonymous authors are not found by their names', async () => {
  const hidden = await mintPost(tenant, author, { title: '匿名提问', anonymous: true });
  await mintAnswer(tenant, author, hidden, { anonymous: true });
  expect(await hits(author, '司马工')).toEqual([blogId, questionId].sort());
  expect(await hits(author, '匿名提问')).toEqual([hidden]);
});
