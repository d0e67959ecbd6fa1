import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, made } from '../../../tests/component/gateway.ts';
import { setAddress } from '../../../tests/component/navigation.ts';
import { hydrate, session } from '../../../tests/component/render.ts';
import { $replaced, $viewer } from '#src/client/session.store.ts';
import type { Frame, Resource, Room } from './room.ts';
import StudyRoom from './StudyRoom.tsx';

/* The room over several courses: next and the tree lead from one course to the other, the address follows, and back works. */

const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
const [PROJECT, FIRST, SECOND, LOCKED] = [id(1), id(2), id(3), id(4)];
const VIEW = 'GET /course/auth/study/course/view';

const item = (n: number, name: string): Resource => ({
  ...{ subResourceId: id(n), subResourceName: name, contentType: 3, resourceType: null, kind: 'exam', examId: id(9) },
  documentKind: null,
  ...{
    totalDuration: 0,
    studyProgress: 0,
    completed: false,
    counted: true,
    fileName: null,
    fileSize: null,
    mime: null,
  },
  ...{
    fileUrl: null,
    linkUrl: null,
    lock: null,
    captionsUrl: null,
    resumeAt: 0,
    watched: [],
    watchedSeconds: 0,
    studySeconds: 0,
    playbackRate: 1,
  },
  ...{ captions: [], hlsUrl: null, qualities: [], thumbnails: null, questions: [] },
  ...{ captionsOn: false, practice: null, subTrainingProgress: [] },
});
const course = (courseId: string, title: string, resources: Resource[]): Room => ({
  ...{
    courseId,
    title,
    resources,
    cover: null,
    courseType: 1,
    completionThreshold: 90,
    maxPlaybackRate: 2,
    lastResourceId: null,
  },
  ...{ studyProgress: 0, status: 'notStarted', noSkipping: false, watermark: null, teaches: false },
});
const rooms: Record<string, Room> = {
  [FIRST]: course(FIRST, '安全', [item(5, '第一讲'), item(6, '第二讲')]),
  [SECOND]: course(SECOND, '质量', [item(7, '质量开篇')]),
};
const listed = (courseId: string, title: string, studyState: Frame['items'][number]['studyState'] = 'open') => ({
  ...{ courseId, examId: null, title, studyProgress: 0, status: 'notStarted' as const, studyState, lock: null },
});
const waiting: Frame['items'][number] = {
  ...listed(id(8), '结业'),
  lock: { releaseAt: '2026-03-01T01:00:00.000Z', waitsFor: ['安全', '质量'] },
};
const frame: Frame = {
  ...{ type: 'project', id: PROJECT, title: '新人成长', studyProgress: 0, currentCourseId: FIRST },
  items: [listed(FIRST, '安全'), listed(LOCKED, '特种作业', 'registerFirst'), waiting, listed(SECOND, '质量')],
};

const stage = () => page.getByRole('heading', { level: 2, name: /讲|开篇/ });
const next = () => page.getByRole('button', { name: /^下一/ });
const query = () => Object.fromEntries(new URLSearchParams(location.search));

beforeEach(async () => {
  $viewer.set(session.viewer);
  $replaced.set(false);
  answer('POST /community/api/post/page', { list: [], next: null });
  answer(VIEW, (input) => rooms[(input as { courseId: string }).courseId]!);
  setAddress(`/watch/catePanel?id=${PROJECT}`);
  made.length = 0;
  const given = { room: rooms[FIRST]!, resourceId: id(5), at: null, given: {}, timeZone: 'Asia/Shanghai' };
  await hydrate(StudyRoom, { frame, ...given });
});

test('next goes on from the last item of a course to the next course that may be studied, and back returns', async () => {
  await expect.poll(query).toEqual({ id: PROJECT, course: FIRST, resource: id(5) });
  await next().click();
  await expect.element(stage()).toHaveTextContent('第二讲');
  await next().click();
  await expect.element(stage()).toHaveTextContent('质量开篇');
  expect(query()).toEqual({ id: PROJECT, course: SECOND, resource: id(7) });
  await expect.element(next()).not.toBeInTheDocument();
  history.back();
  await expect.element(stage()).toHaveTextContent('第二讲');
  // The trees were loaded once each, that of the first course with the page.
  expect(made.filter(({ call }) => call === VIEW)).toHaveLength(1);
});

test('what waits for a course opens when the course is completed, without a reload', async () => {
  answer('GET /course/auth/study/room/view', { ...frame, items: frame.items.map((each) => ({ ...each, lock: null })) });
  answer(VIEW, { ...rooms[SECOND]!, status: 'completed', studyProgress: 100 });
  const tree = page.getByRole('complementary');
  await expect.element(tree.getByText(/2026-03-01 09:00/)).toBeVisible();
  await tree.getByText('质量', { exact: true }).click();
  await expect.element(tree.getByText(/2026-03-01 09:00/)).not.toBeInTheDocument();
  await expect.element(tree.getByText('结业')).toBeVisible();
});

test('a course is loaded when it is opened in the tree; a locked one says why', async () => {
  const tree = page.getByRole('complementary');
  await expect.element(tree.getByText('请先报名')).toBeVisible();
  await expect.element(tree.getByText(/2026-03-01 09:00.*“?安全/)).toBeVisible();
  expect(made.filter(({ call }) => call === VIEW)).toHaveLength(0);
  await tree.getByText('质量', { exact: true }).click();
  await tree.getByRole('link', { name: /质量开篇/ }).click();
  await expect.element(stage()).toHaveTextContent('质量开篇');
  expect(query()).toMatchObject({ course: SECOND, resource: id(7) });
});

test('a learner who is logged out in another tab is told, and how to go on', async () => {
  const note = page.getByText(/^你已退出登录。已学习的内容保存在本机/);
  await expect.element(note).not.toBeInTheDocument();
  $viewer.set(null);
  await expect.element(note).toBeVisible();
  await expect.element(page.getByRole('link', { name: '登录' })).toHaveAttribute('target', '_blank');
  $replaced.set(true);
  await expect.element(page.getByText(/^此浏览器中已有其他人登录/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: '登录' })).not.toBeInTheDocument();
  $viewer.set(session.viewer);
  await expect.element(page.getByText(/已有其他人登录/)).not.toBeInTheDocument();
  await expect.element(stage()).toHaveTextContent('第一讲');
});
