import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { givenAnswer } from '#src/client/query.ts';
import { $toasts } from '#src/client/session.store.ts';
import type { Data } from '#src/contract/calls.ts';
import { waitingPages } from '#src/features/account/teaching-sections.ts';
import { answer, disconnect, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate } from '../../../tests/component/render.ts';
import Contribution from './Contribution.tsx';
import Decided from './Decided.tsx';
import PointsTotal from './PointsTotal.tsx';
import TeachingWaiting from './TeachingWaiting.tsx';
import HomeRankings from './rank/HomeRankings.tsx';
import { CALLS, type OwnRank } from './rank/rankings.ts';

const HOME = 'GET /data/auth/user/home/view';
const SEE = 'PUT /user/auth/flow/instance/see';
const SEE_CERTIFICATE = 'PUT /course/auth/user/certificate/see';
const CONTRIBUTION = 'GET /data/auth/user/contribution/view';
type Home = Data<typeof HOME>;

const certificateChanges: Home['certificateChanges'] = [
  { id: '01890000-0000-7000-8000-0000000000f9', certificateName: '电工证', change: 'revoked' },
];
const decided: Home['decided'] = [
  { id: '01890000-0000-7000-8000-00000000000a', title: '电焊实操', state: 'approved' },
  { id: '01890000-0000-7000-8000-00000000000b', title: '外出培训', state: 'rejected' },
];
const contribution: Data<typeof CONTRIBUTION> = {
  year: 2026,
  points: 12,
  list: Array.from({ length: 12 }, (_, i) => {
    const study = i === 2 ? 12 : 0;
    return { month: i + 1, study, exam: 0, checkIn: 0, other: 0, total: study };
  }),
  courseCount: 3,
  examCount: 0,
  commentCount: 0,
  checkInDays: 0,
  teachingHours: null,
};

const SHOWN = {
  kinds: ['points', 'credits', 'hours'],
  shown: true,
  allYears: true,
  names: null,
} satisfies Partial<OwnRank>;

test('points are those of the dashboard', async () => {
  await hydrate(PointsTotal, { given: givenAnswer(HOME, {}, { annualPoints: 10, totalPoints: 1234.5 }) });
  await expect.element(page.getByText('1,234.5')).toBeVisible();
  await expect.element(page.getByText('今年 10')).toBeVisible();
  expect(made).toEqual([]);
});

test('a paper that has been marked leads to its result, and is dismissed as a notice', async () => {
  const markedExams: Home['markedExams'] = [
    { id: '01890000-0000-7000-8000-0000000000e1', title: '叉车考试', path: '/account/exam/examSuccess?id=7' },
  ];
  await hydrate(Decided, { given: givenAnswer(HOME, {}, { decided: [], certificateChanges: [], markedExams }) });
  const link = page.getByRole('link', { name: /叉车考试/ });
  await expect.element(link).toHaveAttribute('href', '/account/exam/examSuccess?id=7');
  answer('PUT /user/auth/notice/read', { unreadCount: 0 });
  answer(HOME, { decided: [], certificateChanges: [], markedExams: [] as Home['markedExams'] } as unknown as Home);
  await userEvent.click(page.getByRole('button', { name: /叉车考试/ }));
  await expect.element(link).not.toBeInTheDocument();
  expect(made.find(({ call }) => call === 'PUT /user/auth/notice/read')!.input).toEqual({ ids: [markedExams[0]!.id] });
});

test('a decision is dismissed by keyboard, and restored if the server rejects it', async () => {
  await hydrate(Decided, { given: givenAnswer(HOME, {}, { decided, certificateChanges: [], markedExams: [] }) });
  refuse(SEE, 500, '出错了');
  const first = page.getByRole('button', { name: /电焊实操/ });
  await expect.element(first).toBeVisible();
  (first.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['出错了']);
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent('你的申请已通过：电焊实操');

  answer(SEE, { count: 1 });
  answer(HOME, {
    decided: decided.slice(1),
    certificateChanges: [] as Home['certificateChanges'],
    markedExams: [] as Home['markedExams'],
  } as Home);
  await userEvent.click(first);
  await expect.element(page.getByRole('listitem')).toHaveTextContent('你的申请未通过：外出培训');
  await expect.element(page.getByRole('list')).toHaveFocus();
  expect(made.findLast(({ call }) => call === SEE)!.input).toEqual([decided[0]!.id]);
  answer(HOME, {
    decided: [] as Home['decided'],
    certificateChanges: [] as Home['certificateChanges'],
    markedExams: [] as Home['markedExams'],
  } as Home);
  await userEvent.click(page.getByRole('button', { name: /外出培训/ }));
  await expect.poll(() => page.getByRole('list').elements()).toEqual([]);
});

test('a revoked certificate is told to its holder until it is dismissed', async () => {
  await hydrate(Decided, { given: givenAnswer(HOME, {}, { decided: [], certificateChanges, markedExams: [] }) });
  await expect.element(page.getByRole('link')).toHaveTextContent('你的证书已被撤销：电工证');
  await expect.element(page.getByRole('link')).toHaveAttribute('href', '/account?change=3&recordType=2');
  answer(SEE_CERTIFICATE, { count: 1 });
  answer(HOME, {
    decided: [] as Home['decided'],
    certificateChanges: [] as Home['certificateChanges'],
    markedExams: [] as Home['markedExams'],
  } as Home);
  await userEvent.click(page.getByRole('button', { name: /电工证/ }));
  await expect.poll(() => page.getByRole('list').elements()).toEqual([]);
  expect(made.find(({ call }) => call === SEE_CERTIFICATE)!.input).toEqual([certificateChanges[0]!.id]);
});

test('the contribution loads by itself, and again when that failed', async () => {
  disconnect(CONTRIBUTION);
  await hydrate(Contribution, { year: 2026 });
  const retry = page.getByRole('button', { name: '重试' });
  await expect.element(retry).toBeVisible();
  answer(CONTRIBUTION, contribution);
  await userEvent.click(retry);
  await expect.element(page.getByText('2026 年获得 12 积分')).toBeVisible();
  expect(made.at(-1)!.input).toEqual({ year: '2026' });
  await userEvent.click(page.getByText('以表格查看'));
  await expect.element(page.getByRole('row').nth(3)).toHaveTextContent('3月1200012');
});

test('without contributions an empty state suggests what to do', async () => {
  answer(CONTRIBUTION, { ...contribution, points: 0, courseCount: 0 });
  await hydrate(Contribution, { year: 2026 });
  await expect.element(page.getByText('今年还没有贡献记录')).toBeVisible();
});

test('each ranking of the dashboard fails and is retried alone', async () => {
  const own = {
    year: 2026,
    rank: null,
    position: null,
    total: 0,
    distance: null,
    totalCount: 0,
    years: [2026],
    ...SHOWN,
  };
  const list = { pageCurrent: 1, pageSize: 3, totalCount: 0, totalPage: 0, year: 2026, list: [] };
  for (const [page, place] of Object.values(CALLS)) {
    answer(page, list);
    answer(place, own);
  }
  refuse(CALLS.hours[0], 500, '出错了');
  await hydrate(HomeRankings, { year: 2026, kinds: ['points', 'credits', 'hours'] });
  await expect.element(page.getByRole('region', { name: '学时榜' }).getByRole('alert')).toHaveTextContent('出错了重试');
  await expect.poll(() => page.getByText('还没有人上榜').elements()).toHaveLength(2);
  answer(CALLS.hours[0], list);
  await userEvent.click(page.getByRole('button', { name: '重试' }));
  await expect.poll(() => page.getByText('还没有人上榜').elements()).toHaveLength(3);
});

test('what waits for a lecturer: each kind with its number and its first one; practical operations have their own panel', async () => {
  const empty = { list: [], totalCount: 0, totalPage: 0, pageCurrent: 1, pageSize: 5 };
  const row = {
    id: 'a',
    title: '叉车考试',
    detail: null,
    personName: '李雷',
    at: '2026-05-10T01:00:00.000Z',
    path: '/x',
  };
  for (const [call] of waitingPages()) answer(call, empty);
  answer('POST /exam/auth/exam/marking/waiting/page', { ...empty, list: [row], totalCount: 11, totalPage: 3 });
  answer('POST /course/auth/study/practice/waiting/page', {
    ...empty,
    list: [{ ...row, title: '电焊实操' }],
    totalCount: 1,
  });
  await hydrate(TeachingWaiting, { timeZone: 'Asia/Shanghai' });
  const marking = page.getByRole('listitem');
  await expect.element(marking).toHaveTextContent('待阅试卷11叉车考试2026-05-10 09:00');
  await expect.element(marking.getByRole('link')).toHaveAttribute('href', '/test/marking');
  expect(marking.elements()).toHaveLength(1);
});

test('nothing waits for a lecturer, and a list that failed says so', async () => {
  const empty = { list: [], totalCount: 0, totalPage: 0, pageCurrent: 1, pageSize: 5 };
  for (const [call] of waitingPages()) answer(call, empty);
  refuse('POST /course/auth/live/waiting/page', 503, '暂时无法读取');
  await hydrate(TeachingWaiting, { timeZone: 'Asia/Shanghai' });
  await expect.element(page.getByText('暂时无法读取')).toBeVisible();
  answer('POST /course/auth/live/waiting/page', empty);
  await userEvent.click(page.getByRole('button'));
  await expect.element(page.getByText('没有其他待处理的事项')).toBeVisible();
});
