import { addMember } from './support/database.ts';
import { gateway, http } from './support/http.ts';
import { hostOf, sessionOf } from './support/sign-in.ts';
import { tenants } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Routes of the spec whose parameter is left out lead to the list that helps (spec section 2, design section 10). */
const { huaxin } = tenants;
const host = hostOf(huaxin);
type List = { list: { id: string; categoryId: string }[] };
type Node = { subResourceId: string; resourceType: number | null; subTrainingProgress: Node[] };
const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.subTrainingProgress)]);
/** Any demo person. */
const STUDENT = 1;

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
    ['/live/watch', '/knowledge?type=3'],
    ['/test/id', '/test'],
    ['/watch/course', '/watch'],
    ['/watch/catePanel', '/knowledge/menu-tree'],
    ['/account/why', '/account?change=2'],
    ['/account/appeals', '/account?change=6&flowType=appeal'],
  ] as const) {
    const answer = await http(host, path(from), { headers: { cookie } });
    expect([answer.status, answer.headers.location], from).toEqual([302, path(to)]);
    expect((await http(host, path(to), { headers: { cookie } })).status, to).toBeLessThan(400);
  }
  // A course leads to its current or next class.
  expect((await http(host, path(`/live/watch/${live}`), { headers: { cookie } })).status).toBe(200);
  expect((await http(host, path('/live/watch/x'), { headers: { cookie } })).status).toBe(404);
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
