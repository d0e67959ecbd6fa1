import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Data } from '#src/contract/calls.ts';
import { $viewer } from '#src/client/session.store.ts';
import { island } from '#src/i18n/island.tsx';
import { countSeconds } from '#src/lib/ranges.ts';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { holdNavigations } from '../../../../tests/component/navigation.ts';
import { hydrate, session } from '../../../../tests/component/render.ts';
import { Reader } from '../Reader.tsx';
import type { Resource } from '../room.ts';
import { StudyPlayer } from '../study-player.ts';

const ID = '01890000-0000-7000-8000-0000000000aa';
const VIEW = 'GET /course/auth/study/document/view';
const REPORT = 'POST /course/auth/study/player/report';
const NOTHING = { studyProgress: 0, completed: false, watched: [], watchedSeconds: 0, studySeconds: 0 };
const resource = {
  ...{
    subResourceId: ID,
    subResourceName: '手册',
    fileName: '手册.docx',
    fileUrl: '/media/x',
    linkUrl: null,
    kind: 'reading',
  },
  ...{ captionsOn: false, totalDuration: 20, resourceType: 4, mime: 'text/markdown' },
  documentKind: 'word',
} as Resource;
const shownAs = (more: Partial<Data<typeof VIEW>> = {}): Data<typeof VIEW> => ({
  ...{ format: 'docx', problem: null, pageCount: 2, totalDuration: 20, resumePage: 1 },
  pdfUrl: null,
  outline: [
    { page: 1, title: '第一章' },
    { page: 2, title: '第二章' },
  ],
  ...more,
});
const Room = island<object>(function Room() {
  return <Reader resource={resource} progress={NOTHING} player={player} />;
});
const acknowledged: Data<typeof REPORT> = {
  ...{ serverTime: '2026-03-01T01:00:00.000Z', acceptedSeconds: 0, refusedSeconds: 0, refusal: null },
  ...{ takenOver: false, resource: NOTHING, course: { studyProgress: 0, status: 'notStarted' } },
};
let player: StudyPlayer;

beforeEach(() => {
  $viewer.set(session.viewer);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  player = new StudyPlayer(ID, () => {});
  answer(VIEW, shownAs());
  answer('GET /course/auth/study/document/page', ({ number }) => ({
    ...{ number: Number(number), title: null, html: `<h2>标题 ${String(number)}</h2>` },
  }));
  answer('POST /course/auth/study/player/open', {
    ...{ ...NOTHING, playerId: ID, serverTime: '2026-03-01T01:00:00.000Z', reportInterval: 15, maxPlaybackRate: 2 },
    ...{ resumeAt: 0, fileUrl: null, captionsUrl: null },
  });
  answer(REPORT, acknowledged);
});
afterEach(() => {
  vi.useRealTimers();
  player.leave();
});

const heading = (number: number) => page.getByRole('heading', { name: `标题 ${number}` });
/** What is read at once: waiting for an element would let time pass. */
const status = () => page.getByRole('status').element().textContent;
/** Seconds pass, one by one; a page whose reading begins is on the screen first. */
const pass = async (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
/** The seconds reported so far. */
const reported = () =>
  countSeconds(
    made
      .filter(({ call }) => call === REPORT)
      .flatMap(({ input }) => (input as { ranges: [number, number][] }).ranges)
      .map(([start, end]): [number, number] => [start, end]),
  );
const opened = async () => {
  await hydrate(Room, {});
  await expect.element(heading(1)).toBeVisible();
  await expect.poll(() => player.$phase.get()).toBe('open');
};

test('a page fills only its own part, and the next one is turned to by key', async () => {
  await opened();
  await pass(60);
  expect(status()).toContain('已读 1 / 2 页');
  expect(status()).toContain('本页已计入');
  await player.flush();
  expect(reported()).toBe(10);

  await userEvent.click(page.getByRole('group', { name: '第 1 部分，共 2 部分' }));
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(heading(2)).toBeVisible();
  await pass(60);
  expect(status()).toContain('已读 2 / 2 页');
});

test('time away from the tab counts nothing', async () => {
  await opened();
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
  const before = status();
  await pass(600);
  Reflect.deleteProperty(document, 'visibilityState');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(status()).toBe(before);
  expect(before).toMatch(/已读 0 .*本页还需/);
  await pass(20);
  expect(status()).toContain('本页已计入');
});

test('reading goes on at the page that was open last, and chapters lead to their pages', async () => {
  answer(VIEW, shownAs({ resumePage: 2 }));
  await hydrate(Room, {});
  await expect.element(heading(2)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: '目录' }));
  await userEvent.click(page.getByRole('button', { name: '第一章' }));
  await expect.element(heading(1)).toBeVisible();
});

test('a file that cannot be shown is offered for download, unless it would do harm', async () => {
  answer(VIEW, shownAs({ problem: 'password', pageCount: 0 }));
  await hydrate(Room, {});
  await expect.element(page.getByText(/文件设有密码/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: '下载' })).toHaveAttribute('href', '/media/x');
  expect(made.map(({ call }) => call)).toEqual([VIEW]);
});

test('a file of an old format is downloaded, and counts when reading is confirmed after its time', async () => {
  answer(VIEW, shownAs({ format: null, problem: 'oldFormat', pageCount: 0, totalDuration: 60, outline: [] }));
  await hydrate(Room, {});
  await expect.element(page.getByText(/满 1:00 后确认已读完/)).toBeVisible();
  // The download itself would leave the page.
  page
    .getByRole('link')
    .element()
    .addEventListener('click', (event) => event.preventDefault());
  expect(player.$phase.get()).toBe('closed');
  await userEvent.click(page.getByRole('link', { name: '下载并开始阅读' }));
  await expect.poll(() => player.$phase.get()).toBe('open');
  const confirm = page.getByRole('button', { name: '我已读完' });
  await expect.element(confirm).toBeDisabled();
  await pass(30);
  expect(status()).toContain('0:31');
  await expect.element(confirm).toBeDisabled();
  await pass(31);
  await expect.element(confirm).toBeEnabled();
  expect(reported()).toBe(0);
  await userEvent.click(confirm);
  await expect.poll(reported).toBe(60);
});

test('a harmful file is not offered', async () => {
  answer(VIEW, shownAs({ problem: 'unsafe', pageCount: 0 }));
  await hydrate(Room, {});
  await expect.element(page.getByText(/文件内容异常/)).toBeVisible();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});

test('a picture is zoomed and turned by keys and buttons', async () => {
  answer(VIEW, shownAs({ format: 'picture', pageCount: 1, outline: [] }));
  resource.fileUrl = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  await hydrate(Room, {});
  const picture = page.getByRole('img', { name: '手册' });
  await expect.element(picture).toBeInTheDocument();
  await userEvent.click(page.getByRole('group', { name: /图片：手册/ }));
  await userEvent.keyboard('+r{ArrowLeft}');
  expect(picture.element().style.transform).toBe('translate(60px, 0px) rotate(90deg) scale(1.25)');
  await userEvent.click(page.getByRole('button', { name: '恢复原样' }));
  expect(picture.element().style.transform).toBe('translate(0px, 0px) rotate(0deg) scale(1)');
});

test('a note leads to its page, before the document is loaded and afterwards, and is told where the reader is', async () => {
  player.$jump.set({ position: 2 });
  await hydrate(Room, {});
  await expect.element(heading(2)).toBeVisible();
  expect(player.$page.get()).toBe(2);
  player.$jump.set({ position: 1 });
  await expect.element(heading(1)).toBeVisible();
  expect(player.$page.get()).toBe(1);
  // The document may have become shorter.
  player.$jump.set({ position: 9 });
  await expect.element(heading(2)).toBeVisible();
});

test('what is read after the session has ended stays on the device, and is reported after the next login', async () => {
  const held = holdNavigations();
  await opened();
  await pass(2);
  refuse(REPORT, 300, '未登录');
  await player.flush();
  expect([$viewer.get(), player.$phase.get(), player.$record.get()]).toEqual([null, 'open', 'ended']);
  made.length = 0;
  await pass(6);
  await player.flush();
  expect(made).toEqual([]);
  const kept = Object.keys(localStorage).filter((key) => key.startsWith('zhixing.study.'));
  expect(kept).toEqual([`zhixing.study.${ID}`]);
  answer(REPORT, acknowledged);
  $viewer.set(session.viewer);
  await player.flush();
  expect(reported()).toBeGreaterThanOrEqual(6);
  expect(Object.keys(localStorage)).not.toContain(kept[0]);
  expect(held).toEqual([]);
});

test('a document that was opened while nobody was logged in begins to count after the login', async () => {
  $viewer.set(null);
  await hydrate(Room, {});
  await expect.element(heading(1)).toBeVisible();
  expect(player.$phase.get()).toBe('closed');
  $viewer.set(session.viewer);
  await expect.poll(() => player.$phase.get()).toBe('open');
});
