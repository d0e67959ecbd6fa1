import { addMember } from './support/database.ts';
import { gateway, http } from './support/http.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { tenants } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Routes whose parameter is left out lead to the list that helps (docs/specification.md, section "Pages"). */
const { huaxin } = tenants;
const host = hostOf(huaxin);
type List = { list: { id: string; categoryId: string }[] };
type Node = { subResourceId: string; resourceType: number | null; subTrainingProgress: Node[] };
const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.subTrainingProgress)]);
/** Any demo person. */
const STUDENT = 1;
test.use({ expectedLines: /status of 404/ });

test('a route without its id leads to the list', async ({ path }) => {
  const { cookie } = await sessionOf(huaxin, STUDENT);
  const courses = (await gateway(host, 'POST /course/api/course/info/page', { courseType: 3 })).envelope.data as {
    list: { id: string }[];
  };
  const live = courses.list[0]!.id;
  for (const [from, to] of [
    ['/account/task', '/account?change=1'],
    ['/watch/task', '/account?change=1'],
    ['/knowledge/course', '/knowledge'],
    ['/knowledge/project', '/knowledge?kind=project'],
    ['/lecturer/view', '/lecturer'],
    ['/tpl', '/tpl?id=about'],
    ['/tpl?id=', '/tpl?id=about'],
    ['/test/id', '/test'],
    ['/watch/course', '/watch'],
    ['/watch/catePanel', '/knowledge/menu-tree'],
    ['/account/exam/start', '/test'],
    ['/account/certificate', '/account?change=3&recordType=2'],
    ['/account/why', '/account?change=2'],
    ['/account/appeals', '/account?change=6&flowType=appeal'],
  ] as const) {
    const answer = await http(host, path(from), { headers: { cookie } });
    expect([answer.status, answer.headers.location], from).toEqual([302, path(to)]);
    expect((await http(host, path(to), { headers: { cookie } })).status, to).toBeLessThan(400);
  }
  // What is no id filters nothing.
  for (const query of ['id=1', 'exam=1', 'bank=1'])
    expect((await http(host, path(`/account/question/detail?${query}`), { headers: { cookie } })).status, query).toBe(
      200,
    );
  // A course leads to its current or next class.
  expect((await http(host, path(`/live/watch/${live}`), { headers: { cookie } })).status).toBe(200);
  expect((await http(host, path('/live/watch/x'), { headers: { cookie } })).status).toBe(404);
});

test('a result without its id is that of the last exam, and the exams where there is none', async ({ path }) => {
  const session = await sessionOf(huaxin, await addMember(huaxin));
  const target = async (from: string) => (await http(host, path(from), { headers: session })).headers.location;
  const pages = ['/account/exam/detail', '/account/exam/examQuestion', '/account/exam/examSuccess'];
  for (const page of pages) expect(await target(page), page).toBe(path('/test'));

  const call = async (name: string, input: unknown) => (await gateway(host, name, input, session)).envelope.data;
  const { list } = (await call('POST /exam/auth/user/exam/task/record/page', { scope: 'all', pageSize: 50 })) as List;
  let attemptId = '';
  for (const { id } of list) {
    const started = (await call('POST /exam/auth/user/exam/start', { id })) as { attemptId: string } | null;
    if (!started) continue;
    ({ attemptId } = started);
    expect(await target(pages[0]!), 'an open attempt has no result').toBe(path('/test'));
    const view = (await call(`GET /exam/auth/user/exam/attempt/view?attemptId=${attemptId}`, {})) as { epoch: number };
    await call('POST /exam/auth/user/exam/submit', { attemptId, epoch: view.epoch, answers: [] });
    break;
  }
  expect(attemptId).not.toBe('');
  for (const page of pages) {
    expect(await target(page), page).toBe(path(`${page}?id=${attemptId}`));
    expect((await http(host, path(`${page}?id=${attemptId}`), { headers: session })).status, page).toBe(200);
  }
});

test('an address whose id is none, or of nothing, says so and leads to the list', async ({
  context,
  page,
  path,
  t,
  tenant,
}) => {
  await signIn(context, tenant, STUDENT);
  for (const [address, list, label] of [
    ['/test/id?id=1', '/test', 'exam:title'],
    ['/account/exam/detail?id=1', '/test', 'exam:title'],
    ['/watch/course?id=abc', '/knowledge', 'course:title'],
    ['/watch/task?id=abc', '/knowledge', 'course:title'],
    ['/tpl?id=none', '/', 'common:backHome'],
    [`/tpl?id=${'a'.repeat(101)}`, '/', 'common:backHome'],
  ] as const) {
    const answer = await page.goto(path(address));
    expect(answer!.status(), address).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common:error.notFoundTitle'));
    const link = page.getByRole('main').getByRole('link', { name: t(label) });
    await expect(link, address).toHaveAttribute('href', path(list));
    await expect(page.getByRole('link', { name: t('common:retry') })).toHaveCount(0);
  }
});

test('/watch/catePanel is the study room of the project or the category of its id', async ({ path }) => {
  const { cookie } = await sessionOf(huaxin, STUDENT);
  const first = async (call: string) => {
    const { data } = (await gateway(host, call, {})).envelope as {
      data: { list: { id: string }[] } | { id: string }[];
    };
    return (Array.isArray(data) ? data : data.list)[0]!.id;
  };
  const status = async (id: string) =>
    (await http(host, path(`/watch/catePanel?id=${id}`), { headers: { cookie } })).status;
  expect(await status(await first('POST /course/api/project/info/page'))).toBe(200);
  expect(await status(await first('GET /course/api/category/list'))).toBe(200);
  expect(await status('x')).toBe(404);
});

test('/watch leads to the last place of study, and to the courses where there is none', async ({ path }) => {
  const session = await sessionOf(huaxin, await addMember(huaxin));
  const target = async () => (await http(host, path('/watch'), { headers: session })).headers.location;
  expect(await target()).toBe(path('/knowledge'));

  const call = async (name: string, input: unknown) => (await gateway(host, name, input, session)).envelope.data;
  const { list } = (await call('POST /course/auth/course/info/page', { keyword: huaxin.course.title })) as List;
  const courseId = list[0]!.id;
  const room = (await call(`GET /course/auth/study/course/view?courseId=${courseId}`, {})) as { resources: Node[] };
  const film = flat(room.resources).find(({ resourceType }) => resourceType === 2)!.subResourceId;
  const { playerId } = (await call('POST /course/auth/study/player/open', { resourceId: film })) as {
    playerId: string;
  };
  const report = { playerId, resourceId: film, ranges: [[0, 2]], position: 2, playbackRate: 1, studiedSeconds: 2 };
  await call('POST /course/auth/study/player/report', { ...report, captionsOn: true, active: true });
  expect(await target()).toBe(path(`/watch/course?id=${courseId}&resource=${film}`));

  // In the room over a category, it leads back there; a room without the course is ignored.
  const category = list[0]!.categoryId;
  await call('POST /course/auth/study/player/open', { resourceId: film, room: { type: 'category', id: category } });
  expect(await target()).toBe(path(`/watch/catePanel?id=${category}&course=${courseId}&resource=${film}`));
  await call('POST /course/auth/study/player/open', { resourceId: film, room: { type: 'task', id: courseId } });
  expect(await target()).toBe(path(`/watch/course?id=${courseId}&resource=${film}`));
});
