import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { announcement } from '#src/server/announcement/tables.ts';
import { course, courseResource, project } from '#src/server/course/tables.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examTarget } from '#src/server/exam/tables/rules.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { searchDirty, searchDocument } from '#src/server/search/tables.ts';
import { article } from '#src/server/site/tables.ts';
import { category } from '#src/server/course/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { sweepSearch } from '#src/server/jobs/sweep-search.ts';
import { indexDirty } from '#src/server/search/index-dirty.ts';
import { mintAnnouncement } from '../factories/announcement.ts';
import { mintPost } from '../factories/community.ts';
import { mintCourse, mintExamResource, mintLecturer, mintProject, mintResource } from '../factories/course.ts';
import { mintExam } from '../factories/exam.ts';
import { changeExam } from '../factories/exam-rules.ts';
import { call, ok, type Caller } from '../factories/portal.ts';
import { indexTenant } from '../factories/search.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const PAGE = 'POST /system/api/search/page';
const MEMBER_PAGE = 'POST /system/auth/search/page';
const SUGGEST = 'POST /system/api/search/suggest';
const MEMBER_SUGGEST = 'POST /system/auth/search/suggest';

let tenant: TestTenant;
let other: TestTenant;
let member: TestPerson;
let pump: string;
let fiveS: string;
let resource: string;
let examId: string;
let lecturerId: string;
let articleId: string;
let news: string;

const text = (parts: { text: string }[]) => parts.map((part) => part.text).join('');
const hits = (parts: { text: string; hit: boolean }[]) => parts.filter(({ hit }) => hit).map((part) => part.text);
const search = (keyword: string, more = {}, who: Caller = tenant.anonymous) => ok(who, PAGE, { keyword, ...more });
const found = async (keyword: string, more = {}) => (await search(keyword, more)).list.map(({ id }) => id);
const foundByMember = async (keyword: string, more = {}) =>
  (await ok(member, MEMBER_PAGE, { keyword, ...more })).list.map(({ id }) => id);

beforeAll(async () => {
  tenant = await mintTenant('Found');
  other = await mintTenant('Elsewhere');
  member = await mintPerson(tenant);
  pump = await mintCourse(tenant, { title: 'Pump maintenance', summary: 'Seals, bearings & <b>impellers</b>' });
  fiveS = await mintCourse(tenant, {
    title: '5S 现场管理',
    description: '# 整理整顿\n\n班组长必修，参照 ISO9001 标准。',
  });
  await mintCourse(tenant, { title: '泵站安全', summary: 'pump 安全', status: 'unpublished' });
  resource = await mintResource(tenant, pump, { subResourceName: '拆解机械密封' });
  ({ examId } = await mintExamResource(tenant, pump));
  news = await mintAnnouncement(tenant, {
    title: '关于消防演练的通知',
    body: '<p>全体员工参加<strong>疏散</strong>演练</p>',
  });
  await withTenant(tenant.id, async (db) => {
    const enterpriseId = tenant.id;
    [{ id: lecturerId }] = (await db
      .insert(lecturer)
      .values({ enterpriseId, code: 'l', lecturerName: '欧阳明', lecturerLevel: '高级讲师', intro: '二十年泵阀经验' })
      .returning({ id: lecturer.id })) as [{ id: string }];
    [{ id: articleId }] = (await db
      .insert(article)
      .values({
        enterpriseId,
        code: 'about',
        title: { zh: '关于学院', en: 'About the academy' },
        body: { zh: '我们重视匠心', en: 'We value craftsmanship' },
      })
      .returning({ id: article.id })) as [{ id: string }];
  });
  await mintCourse(other, { title: '别家的 5S 现场 pump' });
  for (const each of [tenant, other]) await indexTenant(each);
});

describe('words', () => {
  it.each([
    ['a word of two Chinese characters, in the title', '现场', () => [fiveS]],
    ['a longer one, in the text', '班组长', () => [fiveS]],
    ['a heading of the text', '整顿', () => [fiveS]],
    ['one character, at the beginning, in the middle and at the end of a row', '场', () => [fiveS]],
    ['the last character of a row', '顿', () => [fiveS]],
    ['the stem of an English word', 'pumps', () => [pump]],
    ['another form of it', 'maintaining maintenance', () => []],
    ['a word in capitals and full width', 'ＰＵＭＰ', () => [pump]],
    ['an abbreviation with a digit', '5s', () => [fiveS]],
    ['a code, as it is', 'iso9001', () => [fiveS]],
    ['a code, taken apart', 'ISO 9001', () => [fiveS]],
    ['both languages at once', '5S 现场', () => [fiveS]],
    ['what stands side by side without a space', '5S现场管理', () => [fiveS]],
    ['a name', '欧阳明', () => [lecturerId]],
    ['signs of a query language, which are none', "现场' | !('x':*)", () => []],
    ['nothing of the kind', '量子力学', () => []],
  ])('finds %s: %s', async (_, keyword, wanted) => {
    const answer = await search(keyword);
    expect(answer.someWords ? [] : answer.list.map(({ id }) => id)).toEqual(wanted());
  });

  it('finds objects with some of the words if none has all, and sets someWords', async () => {
    const answer = await search('pump 现场');
    expect(answer.someWords).toBe(true);
    expect(answer.list.map(({ id }) => id).sort()).toEqual([pump, fiveS].sort());
    expect((await search('pump maintenance')).someWords).toBe(false);
    expect((await search('量子力学')).totalCount).toBe(0);
  });

  it('finds words of titles, summaries and names that differ by one letter, and says so', async () => {
    const here = await mintTenant();
    const valve = await mintCourse(here, { title: 'Hydraulic valves', summary: 'Seals and pistons' });
    const code = await mintCourse(here, { title: 'Series AB1234 boiler' });
    await indexTenant(here);
    const similar = async (keyword: string) => {
      const answer = await search(keyword, {}, here.anonymous);
      return answer.similarWords ? answer.list.map(({ id }) => id) : answer.list.length;
    };
    for (const keyword of ['hydralic', 'hydraulicc', 'hydraulik', 'hydrualic', 'pistins', 'hydralic vlves'])
      expect([keyword, await similar(keyword)]).toEqual([keyword, [valve]]);
    expect(await similar('boilr')).toEqual([code]);
    // Two letters, and one of a code.
    for (const keyword of ['hydralik', 'AB1235']) expect([keyword, await similar(keyword)]).toEqual([keyword, 0]);
    // As written: nothing similar is added.
    const exact = await search('hydraulic', {}, here.anonymous);
    expect([exact.similarWords, exact.totalCount]).toEqual([false, 1]);
    const [hit] = (await search('hydralic', {}, here.anonymous)).list;
    expect(hit!.title.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['Hydraulic']);
    const suggested = await ok(here.anonymous, SUGGEST, { keyword: 'vallve' });
    expect(suggested.map(({ id }) => id)).toEqual([valve]);
  });

  it('finds Chinese titles and names by pinyin, by its initials and by other characters that sound the same', async () => {
    const here = await mintTenant();
    const safety = await mintCourse(here, { title: '安全生产培训' });
    await mintCourse(here, { title: '叉车驾驶' });
    await indexTenant(here);
    const ids = async (keyword: string) => (await search(keyword, {}, here.anonymous)).list.map(({ id }) => id);
    for (const keyword of ['anquan', 'AnQuanShengChan', 'shengchan', 'an quan', 'aqsc', '安泉', '安全shengchan'])
      expect([keyword, await ids(keyword)]).toEqual([keyword, [safety]]);
    for (const keyword of ['quanan', 'qnaq', 'zhuangpei']) expect([keyword, await ids(keyword)]).toEqual([keyword, []]);
    const [hit] = (await search('shengchan', {}, here.anonymous)).list;
    expect(hit!.title).toEqual([
      { text: '安全', hit: false },
      { text: '生产', hit: true },
      { text: '培训', hit: false },
    ]);
    // While it is typed.
    expect((await ok(here.anonymous, SUGGEST, { keyword: 'shengch' })).map(({ id }) => id)).toEqual([safety]);
  });

  it('finds live courses by type 2, and counts them apart from other courses', async () => {
    const here = await mintTenant();
    const live = await mintCourse(here, { title: '直播讲堂', courseType: 3 });
    const recorded = await mintCourse(here, { title: '录播讲堂' });
    await indexTenant(here);
    const found = async (more: object) => (await search('讲堂', more, here.anonymous)).list.map(({ id }) => id).sort();
    expect(await found({ type: 2 })).toEqual([live]);
    expect(await found({ subjectType: 'course' })).toEqual([live, recorded].sort());
    expect(await found({ type: 2, subjectType: 'project' })).toEqual([]);
    const { counts, totalCount } = await search('讲堂', { type: 2 }, here.anonymous);
    expect(totalCount).toBe(1);
    expect(counts).toEqual(
      expect.arrayContaining([
        { type: 1, subjectType: 'course', count: 1 },
        { type: 2, subjectType: 'course', count: 1 },
      ]),
    );
    // Its type can change.
    await withTenant(here.id, (db) => db.update(course).set({ courseType: 1 }).where(eq(course.id, live)));
    await indexTenant(here);
    expect(await found({ type: 2 })).toEqual([]);
  });

  it('finds "IT" as a word, and ignores "the" beside other words', async () => {
    const here = await mintTenant();
    const it = await mintCourse(here, { title: 'IT security' });
    const pumps = await mintCourse(here, { title: 'Care of pumps' });
    await indexTenant(here);
    const ids = async (keyword: string) => (await search(keyword, {}, here.anonymous)).list.map(({ id }) => id);
    expect(await ids('IT')).toEqual([it]);
    expect(await ids('the IT security')).toEqual([it]);
    expect(await ids('what is the care of a pump')).toEqual([pumps]);
  });

  it('ranks titles before summaries before texts, and the newer of two equal hits first', async () => {
    const here = await mintTenant();
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    const inText = await mintCourse(here, { title: '甲', description: '叉车', publishedAt: day(9) });
    const inSummary = await mintCourse(here, { title: '乙', summary: '叉车', publishedAt: day(8) });
    const older = await mintCourse(here, { title: '叉车', publishedAt: day(1) });
    const newer = await mintCourse(here, { title: '叉车', publishedAt: day(2) });
    await indexTenant(here);
    const answer = await search('叉车', {}, here.anonymous);
    expect(answer.list.map(({ id }) => id)).toEqual([newer, older, inSummary, inText]);
    const paged = [];
    for (const pageCurrent of [1, 2, 3]) {
      const part = await search('叉车', { pageCurrent, pageSize: 2 }, here.anonymous);
      expect(part).toMatchObject({ pageCurrent, pageSize: 2, totalCount: 4, totalPage: 2, more: false });
      paged.push(...part.list.map(({ id }) => id));
    }
    expect(paged).toEqual([newer, older, inSummary, inText]);
  });
});

describe('response', () => {
  it('marks the words in title and excerpt as plain text', async () => {
    const [hit] = (await search('pumps')).list;
    expect(hit).toMatchObject({ subjectType: 'course', type: 1, parentId: null });
    expect(text(hit!.title)).toBe('Pump maintenance');
    expect(hits(hit!.title)).toEqual(['Pump']);
    expect(text(hit!.excerpt)).toContain('<b>impellers</b>');
    const [other] = (await search('疏散演练')).list;
    expect(hits(other!.excerpt)).toEqual(['疏散演练']);
    expect(hits(other!.title)).toEqual(['演练']);
  });

  it('contains texts in their original form', async () => {
    const here = await mintTenant();
    await mintCourse(here, { title: '高空作业……（Ⅰ）：①安全带，②５Ｓ' });
    await indexTenant(here);
    for (const [keyword, marked] of [
      ['安全带', '安全带'],
      ['5s', '５Ｓ'],
      ['高空', '高空'],
    ] as const) {
      const [hit] = (await search(keyword, {}, here.anonymous)).list;
      expect(text(hit!.title)).toBe('高空作业……（Ⅰ）：①安全带，②５Ｓ');
      expect(hits(hit!.title), keyword).toEqual([expect.stringContaining(marked)]);
    }
  });

  it('contains the part of a long text with the words', async () => {
    const here = await mintTenant();
    await mintCourse(here, { title: '长', description: `${'铺垫'.repeat(2000)}关键之处${'尾声'.repeat(2000)}` });
    await indexTenant(here);
    const [hit] = (await search('关键之处', {}, here.anonymous)).list;
    expect(hits(hit!.excerpt)).toEqual(['关键之处']);
    expect(text(hit!.excerpt).length).toBeLessThan(200);
  });

  it('contains counts of all types, for every requested type', async () => {
    const all = await ok(member, MEMBER_PAGE, { keyword: '泵 机械 pump 结业 消防 关于' });
    expect(all.someWords).toBe(true);
    const counts = Object.fromEntries(all.counts.map(({ subjectType, count }) => [subjectType, count]));
    expect(counts).toEqual({ course: 1, lecturer: 1, resource: 1, exam: 1, announcement: 1, article: 1 });
    expect(all.totalCount).toBe(6);
    const one = await ok(member, MEMBER_PAGE, { keyword: '泵 机械 pump 结业 消防 关于', type: 3 });
    expect(one.counts).toEqual(all.counts);
    expect(one).toMatchObject({ totalCount: 1, totalPage: 1, list: [{ id: lecturerId }] });
  });

  it.each([
    [1, undefined, '演练', () => [news]],
    [8, undefined, '演练', () => [news]],
    [8, undefined, '疏散', () => [news]],
    [8, undefined, 'strong', () => []],
    [3, undefined, '演练', () => []],
    [3, undefined, '泵阀', () => [lecturerId]],
    [2, undefined, 'pump', () => []],
    [6, undefined, 'pump', () => []],
    [7, undefined, 'pump', () => []],
    [1, 'course', 'pump', () => [pump]],
    [1, 'project', 'pump', () => []],
    [3, 'course', 'pump', () => []],
    [4, undefined, '密封', () => []],
    [5, undefined, '结业', () => []],
  ] as const)('for type %s and subject type %s contains %s', async (type, subjectType, keyword, wanted) => {
    expect(await found(keyword, { type, ...(subjectType && { subjectType }) })).toEqual(wanted());
  });

  it('contains articles in the language of the viewer, and finds them in both', async () => {
    const zh = (await search('craftsmanship')).list[0]!;
    expect([zh.id, text(zh.title), text(zh.excerpt)]).toEqual([articleId, '关于学院', '我们重视匠心']);
    const en = (await search('craftsmanship', {}, { ...tenant.anonymous, locale: 'en' })).list[0]!;
    expect([text(en.title), hits(en.excerpt)]).toEqual(['About the academy', ['craftsmanship']]);
  });
});

describe('suggestions', () => {
  const titles = async (keyword: string, more = {}) =>
    (await ok(tenant.anonymous, SUGGEST, { keyword, ...more })).map(({ title }) => text(title));

  it('match titles by the beginning of the last word', async () => {
    expect(await titles('p')).toEqual(['Pump maintenance']);
    expect(await titles('pump mainten')).toEqual(['Pump maintenance']);
    expect(await titles('maintenanc')).toEqual(['Pump maintenance']);
    expect(await titles('现')).toEqual(['5S 现场管理']);
    expect(await titles('班组长')).toEqual([]);
    expect(await titles('5S', { type: 8 })).toEqual([]);
    expect(await titles('，。')).toEqual([]);
    expect((await ok(member, MEMBER_SUGGEST, { keyword: '拆解' })).map(({ id }) => id)).toEqual([resource]);
    expect(await titles('拆解')).toEqual([]);
  });

  it('are at most eight', async () => {
    const here = await mintTenant();
    for (let i = 0; i < 12; i++) await mintCourse(here, { title: `起重 ${i}` });
    await indexTenant(here);
    expect(await ok(here.anonymous, SUGGEST, { keyword: '起重' })).toHaveLength(8);
  });
});

describe('visibility', () => {
  it('returns files and exams to members only', async () => {
    expect(await foundByMember('机械密封')).toEqual([resource]);
    expect(await foundByMember('结业考试')).toEqual([examId]);
    for (const keyword of ['机械密封', '结业考试']) expect(await found(keyword)).toEqual([]);
    const [hit] = (await ok(member, MEMBER_PAGE, { keyword: '机械密封' })).list;
    expect(hit).toMatchObject({ type: 4, parentId: pump });
  });

  it('returns an exam for some departments to them and to nobody else', async () => {
    const here = await mintTenant();
    const ours = await mintPerson(here, { department: '总部/财务部' });
    const others = await mintPerson(here, { department: '总部/生产部' });
    const intro = '收购蓝湾项目的保密须知';
    const hidden = await mintExam(here, { title: '蓝湾并购考核', intro, audience: 'departments' });
    const open = await mintExam(here, { title: '蓝湾食堂考核' });
    await withTenant(here.id, (db) =>
      db.insert(examTarget).values({ enterpriseId: here.id, examId: hidden.id, department: '总部/财务部' }),
    );
    await indexTenant(here);
    const ids = async (who: TestPerson, keyword: string) => {
      const { list, totalCount, counts } = await ok(who, MEMBER_PAGE, { keyword });
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(list.length);
      expect(totalCount).toBe(list.length);
      return list.map(({ id }) => id).toSorted();
    };
    expect(await ids(ours, '蓝湾')).toEqual([hidden.id, open.id].toSorted());
    expect(await ids(others, '蓝湾')).toEqual([open.id]);
    for (const keyword of ['并购', '保密须知', '并够']) expect(await ids(others, keyword), keyword).toEqual([]);
    expect(await ids(ours, '保密须知')).toEqual([hidden.id]);
    const suggested = async (who: TestPerson) =>
      (await ok(who, MEMBER_SUGGEST, { keyword: '蓝湾' })).map(({ id }) => id).toSorted();
    expect(await suggested(others)).toEqual([open.id]);
    expect(await suggested(ours)).toEqual([hidden.id, open.id].toSorted());
    // A changed audience is followed at once, a change between everybody and some members when it is indexed.
    await changeExam(here, hidden.id, { audience: 'everyone' });
    await indexTenant(here);
    expect(await ids(others, '保密须知')).toEqual([hidden.id]);
  });

  it('returns nothing of another enterprise', async () => {
    const foreign = await ok(other.anonymous, PAGE, { keyword: '现场' });
    expect(foreign.list.map(({ title }) => text(title))).toEqual(['别家的 5S 现场 pump']);
    expect(await ok(other.anonymous, SUGGEST, { keyword: '欧阳' })).toEqual([]);
    expect((await call({ ...member, host: other.host }, MEMBER_PAGE, { keyword: '现场' })).code).toBe(300);
    // For users of another enterprise the public call returns public content.
    const visitor = await ok({ ...member, host: other.host }, PAGE, { keyword: '机械密封 结业考试' });
    expect(visitor.totalCount).toBe(0);
  });

  it('rejects keywords without letters and digits', async () => {
    for (const name of [PAGE, SUGGEST] as const) {
      for (const keyword of ['', '   ', undefined as unknown as string]) {
        const answer = await call({ ...tenant.anonymous, locale: 'en' }, name, { keyword });
        expect(answer).toMatchObject({
          code: 422,
          data: [{ field: 'keyword', message: 'Please enter a search keyword' }],
        });
      }
    }
    expect(await call(tenant.anonymous, PAGE, { keyword: '？！…' })).toMatchObject({
      code: 422,
      data: [{ field: 'keyword', message: '请输入搜索关键词' }],
    });
    for (const bad of [{ keyword: 'x'.repeat(101) }, { keyword: 'x', type: 9 }, { keyword: 'x', type: 0 }])
      expect((await call(tenant.anonymous, PAGE, bad)).code).toBe(422);
    expect((await call(tenant.anonymous, PAGE, { keyword: 'x', subjectType: 'user' as 'exam' })).code).toBe(422);
  });

  it('accepts any other text', async () => {
    for (const keyword of [
      "'",
      '\\',
      "\\'",
      ':*',
      '!!',
      '<->',
      '安\\',
      "a'b\\c",
      '@',
      '#public',
      '%_',
      '\u{1F600} 安全',
      '( | & )x',
      'x'.repeat(100),
      '安全'.repeat(50),
    ])
      expect([200, 422]).toContain((await call(tenant.anonymous, PAGE, { keyword })).code);
    // Internal terms cannot be searched.
    expect(await found(`@${other.id.replaceAll('-', '')}`)).toEqual([]);
  });
});

describe('index', () => {
  const documents = (of: TestTenant) =>
    withTenant(of.id, (db) => db.select({ id: searchDocument.subjectId }).from(searchDocument));
  const dirty = (of: TestTenant) => withTenant(of.id, (db) => db.select().from(searchDirty));

  it('follows every change: edited, unpublished, published later, deleted', async () => {
    const here = await mintTenant();
    const [one, two] = [await mintCourse(here, { title: '焊接' }), await mintCourse(here, { title: '焊接' })];
    const file = await mintResource(here, one, { subResourceName: '焊接视频' });
    const coming = await mintAnnouncement(here, { title: '焊接比赛', publishedAt: new Date(Date.now() + 86_400_000) });
    const person = await mintPerson(here);
    const ids = async () => (await ok(person, MEMBER_PAGE, { keyword: '焊接' })).list.map(({ id }) => id).sort();
    await indexTenant(here);
    expect(await ids()).toEqual([one, two, file].sort());
    const change = async (values: object, id: string) => {
      await withTenant(here.id, (db) => db.update(course).set(values).where(eq(course.id, id)));
      expect((await dirty(here)).length).toBeGreaterThan(0);
      await indexTenant(here);
      return ids();
    };
    expect(await change({ title: '切割' }, two)).toEqual([one, file].sort());
    // The files of a course are unpublished with it.
    expect(await change({ status: 'unpublished' }, one)).toEqual([]);
    expect(await change({ status: 'published' }, one)).toEqual([one, file].sort());
    await withTenant(here.id, async (db) => {
      await db.update(announcement).set({ publishedAt: new Date() }).where(eq(announcement.id, coming));
      await db.delete(courseResource).where(eq(courseResource.id, file));
    });
    await indexTenant(here);
    expect(await ids()).toEqual([one, coming].sort());
    expect(await dirty(here)).toEqual([]);
  });

  it('finds a course by lecturer and category, also after those change', async () => {
    const here = await mintTenant();
    const ids = await withTenant(here.id, async (db) => {
      const enterpriseId = here.id;
      const [teacher] = await db
        .insert(lecturer)
        .values({ enterpriseId, code: 'l', lecturerName: '司马光', lecturerLevel: '讲师' })
        .returning({ id: lecturer.id });
      const [kind] = await db
        .insert(category)
        .values({ enterpriseId, code: 'c', name: { zh: '仓储', en: 'Storage' } })
        .returning({ id: category.id });
      const [plan] = await db
        .insert(project)
        .values({ enterpriseId, code: 'p', title: '入职', categoryId: kind!.id })
        .returning({ id: project.id });
      return { teacher: teacher!.id, kind: kind!.id, plan: plan!.id };
    });
    const id = await mintCourse(here, { title: '托盘', lecturerId: ids.teacher, categoryId: ids.kind });
    const of = async (keyword: string) =>
      (await search(keyword, {}, here.anonymous)).list.map(({ subjectType }) => subjectType).sort();
    await indexTenant(here);
    expect(await of('司马光')).toEqual(['course', 'lecturer']);
    expect(await of('storage')).toEqual(['course', 'project']);
    await withTenant(here.id, async (db) => {
      await db.update(lecturer).set({ published: false }).where(eq(lecturer.id, ids.teacher));
      await db
        .update(category)
        .set({ name: { zh: '物流' } })
        .where(eq(category.id, ids.kind));
    });
    await indexTenant(here);
    expect(await of('司马光')).toEqual([]);
    expect(await of('仓储')).toEqual([]);
    expect(await of('物流')).toEqual(['course', 'project']);
    expect(id).toBeTruthy();
  });

  it('is not updated by changes that are not searchable, e.g. likes and views', async () => {
    const here = await mintTenant();
    const id = await mintAnnouncement(here);
    await indexTenant(here);
    const person = await mintPerson(here);
    await ok(person, 'PUT /user/auth/announcement/user/record/update/admire', { id });
    await withTenant(here.id, (db) => db.update(announcement).set({ title: '公告' }).where(eq(announcement.id, id)));
    await indexTenant(here);
    await withTenant(here.id, (db) => db.update(announcement).set({ title: '公告' }).where(eq(announcement.id, id)));
    expect(await dirty(here)).toEqual([]);
  });

  it('is updated by the sweep for all tenants, also by simultaneous sweeps', async () => {
    const [a, b] = [await mintTenant(), await mintTenant()];
    for (let i = 0; i < 130; i++) await mintCourse(a, { title: `甲 ${i}` });
    await mintCourse(b, { title: '乙' });
    const fail = (error: unknown) => expect.unreachable(String(error));
    await Promise.all([sweepSearch(fail), sweepSearch(fail), sweepSearch(fail)]);
    // Workers of other test files sweep this database too. What they have locked is in the index when they commit; if they end before it, with the
    // next sweep, which comes every few seconds in a portal.
    const swept = async () => {
      await sweepSearch(fail);
      return documents(a);
    };
    await expect.poll(swept).toHaveLength(130);
    await expect.poll(() => documents(b)).toHaveLength(1);
    expect([await dirty(a), await dirty(b)]).toEqual([[], []]);
  });

  it('does not lose a change that is uncommitted during indexing', async () => {
    const here = await mintTenant();
    const id = await mintCourse(here, { title: '旧' });
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun!: () => void;
    const underWay = new Promise<void>((resolve) => (begun = resolve));
    const change = withTenant(here.id, async (db) => {
      await db.update(course).set({ title: '新版' }).where(eq(course.id, id));
      begun();
      await held;
    });
    await underWay;
    // The row is already marked, and locked by the change.
    expect(await withTenant(here.id, (db) => indexDirty(db, here.id))).toBe(0);
    release();
    await change;
    await indexTenant(here);
    expect((await search('新版', {}, here.anonymous)).totalCount).toBe(1);
  });

  it('removes an exam that is no longer published', async () => {
    expect(await foundByMember('结业考试')).toEqual([examId]);
    const set = async (published: boolean) => {
      await withTenant(tenant.id, (db) => db.update(exam).set({ published }).where(eq(exam.id, examId)));
      await indexTenant(tenant);
    };
    await set(false);
    expect(await foundByMember('结业考试')).toEqual([]);
    await set(true);
  });
});

describe('a word that every kind of result contains', () => {
  it('is counted in all ten of them', async () => {
    const here = await mintTenant();
    const person = await mintPerson(here);
    const title = '车间的安全';
    const courseId = await mintCourse(here, { title });
    await mintCourse(here, { title, courseType: 3 });
    await mintProject(here, [courseId], { title });
    await mintLecturer(here, { lecturerName: '的安' });
    await mintAnnouncement(here, { title });
    await mintResource(here, courseId, { subResourceName: title });
    const { examId: own } = await mintExamResource(here, courseId);
    for (const kind of ['blog', 'question'] as const) await mintPost(here, person, { kind, title });
    await withTenant(here.id, async (db) => {
      await db.update(exam).set({ title }).where(eq(exam.id, own));
      const texts = { title: { zh: title, en: title }, body: { zh: title, en: title } };
      await db.insert(article).values({ enterpriseId: here.id, code: 'about', ...texts });
    });
    await indexTenant(here);
    const { counts } = await ok(person, MEMBER_PAGE, { keyword: '的' });
    expect(counts.map(({ type, subjectType }) => `${subjectType} ${type}`).sort()).toHaveLength(10);
    expect(new Set(counts.map(({ subjectType }) => subjectType)).size).toBe(9);
  });
});
