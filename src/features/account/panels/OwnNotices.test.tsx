import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#src/client/api.ts';
import { prefetch } from '#src/client/query.ts';
import { $notices, $toasts, $unread } from '#src/client/session.store.ts';
import type { Data } from '#src/contract/calls.ts';
import { answer, made } from '../../../../tests/component/gateway.ts';
import { holdNavigations, setAddress } from '../../../../tests/component/navigation.ts';
import { hydrate, session } from '../../../../tests/component/render.ts';
import { readView } from '../account-query.ts';
import AccountTabs from '../AccountTabs.tsx';
import { undoCount, wantedBy } from '../panel-calls.ts';
import { loadPanel } from '../panels.ts';

type Notice = Data<'POST /user/auth/notice/page'>['list'][number];
const NOW = '2026-03-01T00:00:00.000Z';
const READ = 'PUT /user/auth/notice/read';

let notices: Notice[] = [];
const unread = () => notices.filter(({ read }) => !read).length;
const notice = (n: number, more: Pick<Notice, 'kind' | 'detail'>): Notice => ({
  ...{ id: `01890000-0000-7000-8000-00000000000${n}`, path: `/community/question/${n}`, read: false, text: null },
  ...{ gmtCreate: `2026-02-0${n}T01:00:00.000Z`, ...more },
});

beforeEach(async () => {
  notices = [
    notice(5, { kind: 'answered', detail: { title: '停机', userName: '' } }),
    notice(4, { kind: 'moderated', detail: { title: '', action: 'hide', reason: '广告' } }),
    notice(3, { kind: 'appealDecided', detail: { title: '停机', accepted: 1, reason: '好' } }),
    notice(2, { kind: 'digest', detail: { total: 2, titles: '甲\n乙' } }),
    notice(1, { kind: 'examMarked', detail: { title: '安全考试' } }),
    notice(6, { kind: 'certificate', detail: { title: '电工证', change: 'revoked', reason: '代考' } }),
    notice(7, { kind: 'requestDecided', detail: { title: '叉车驾驶', outcome: 'rejected', reason: '名额已满' } }),
  ];
  $unread.set(3);
  $notices.set(7);
  $toasts.set([]);
  answer('POST /user/auth/flow/instance/undo', {
    ...{ list: [], pageCurrent: 1, pageSize: 1, totalCount: 0, totalPage: 0 },
  });
  answer('POST /user/auth/notice/page', () => ({
    ...{ list: notices, pageCurrent: 1, pageSize: 10, totalCount: 7, totalPage: 1, unreadCount: unread() },
  }));
  answer('POST /user/auth/announcement/user/record/wait/read/count', () => ({
    ...{ count: 3, notices: unread(), until: NOW },
  }));
  answer(READ, (input) => {
    const { ids } = input as { ids?: string[] };
    notices = notices.map((each) => ({ ...each, read: each.read || !ids || ids.includes(each.id) }));
    return { unreadCount: unread() };
  });
  const search = '?change=5&of=me';
  setAddress(`/account${search}`);
  const given = await prefetch(api, [
    undoCount(),
    ...wantedBy(readView(search, { organisation: false, decides: false })),
  ]);
  await loadPanel('ownNotices');
  made.length = 0;
  await hydrate(AccountTabs, { viewer: session.viewer, search, now: NOW, given });
});

const sent = (call: string) => made.filter((each) => each.call === call).map(({ input }) => input);

test('each kind has its text, also without a name or a title', async () => {
  for (const text of [
    '有同事回答了问题“停机”',
    '“你的评论”已被隐藏',
    '你对“停机”处理的申诉已通过',
    '你关注的标签和问题有 2 条新内容',
    '“安全考试”的试卷已批阅完成',
    '你的证书“电工证”已被撤销',
    '你的申请“叉车驾驶”未通过',
  ])
    await expect.element(page.getByRole('link', { name: text })).toBeVisible();
  for (const reason of ['广告', '代考', '名额已满'])
    await expect.element(page.getByText(`理由：${reason}`)).toBeVisible();
  await expect.element(page.getByRole('link', { name: '与我相关 7' })).toHaveAttribute('aria-current', 'true');
  await expect.element(page.getByRole('link', { name: '公告 3' })).toHaveAttribute('href', '/account?change=5');
});

test('opening a notice marks it as read, in the bell too', async () => {
  const held = holdNavigations();
  await page.getByRole('link', { name: '“安全考试”的试卷已批阅完成' }).click();
  await expect.poll(() => sent(READ)).toEqual([{ ids: [notices[4]!.id] }]);
  await expect.poll(() => $notices.get()).toBe(6);
  await expect.poll(() => held).toEqual(['/community/question/1']);
});

test('all are marked as read up to the newest on the page', async () => {
  await page.getByRole('button', { name: '全部标为已读' }).click();
  await expect.poll(() => sent(READ)).toEqual([{ until: '2026-02-05T01:00:00.000Z' }]);
  await expect.poll(() => $notices.get()).toBe(0);
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['已全部标为已读']);
  await expect.poll(() => page.getByRole('button', { name: '全部标为已读' }).elements()).toEqual([]);
});
