import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { holdNavigations } from '../../../../tests/component/navigation.ts';
import { hydrate, leave, session } from '../../../../tests/component/render.ts';
import { $online, $replaced, $toasts, $viewer } from '#src/client/session.store.ts';
import { uuid } from '#src/lib/uuid.ts';
import type { AttemptView } from './answer.ts';
import type { HallChoices } from './choices.store.ts';
import EnterHall from './EnterHall.tsx';
import type { Submitted } from './hall-session.ts';

/* The exam screen by keyboard, its strike-outs, notes, languages and warnings. */

const SAVE = 'POST /exam/auth/user/exam/answer/save';
const TAKE = 'POST /exam/auth/user/exam/attempt/take-over';
const CHOICES = 'POST /exam/auth/user/exam/choices/save';
const NOW = Date.parse('2026-03-01T01:00:00.000Z');
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

type Question = AttemptView['questions'][number];
const options = (texts: string[]) => texts.map((text, i) => ({ key: 'ABCD'[i]!, text }));
const question = (more: Partial<Question>): Question => ({
  ...{ questionId: uuid(), section: '单选', type: 'single', lang: 'zh', stem: '题干', options: [], html: {} },
  ...{ other: null, blanks: 0, score: 5, endsAt: null },
  ...more,
});
const english = { stem: 'What is the power?', options: options(['Sum', 'Product']), html: {} };

let view: AttemptView;
let deadline: string;

beforeEach(() => {
  $viewer.set(session.viewer);
  deadline = at(3600);
  const attemptId = uuid();
  const paper = [
    question({ stem: '功率是多少？', options: options(['和', '积']), other: { lang: 'en', ...english } }),
    question({ stem: '先停机。', type: 'judge' }),
    question({ stem: '为什么？', type: 'short', section: '简答' }),
  ];
  view = {
    ...{
      attemptId,
      examId: uuid(),
      title: '考试',
      number: 1,
      trial: false,
      status: 'open',
      epoch: 1,
      startedAt: at(0),
    },
    ...{ serverTime: at(0), deadlineAt: deadline, totalScore: 15, passScore: 9, switchPolicy: 'none', switchLimit: 0 },
    ...{ switchDwellSeconds: 3, leaveGraceSeconds: 10, switchCount: 0, largeType: false, breakUntil: null },
    ...{ breakSeconds: 0, breaksLeft: 0, questions: paper, answers: [], pausedAt: null, waitsUntil: null },
    ...{ choices: null, closedBy: null, newlyCounted: false },
  };
  taken(null);
  answer(SAVE, (input) => {
    const answers = input['answers'] as { questionId: string; epoch: number; revision: number }[];
    const acks = answers.map(({ questionId, epoch, revision }) => ({ questionId, epoch, revision, state: 'saved' }));
    return { ...clock(2), acks: acks as never, rejected: [], superseded: false, pausedAt: null, messages: 0 };
  });
  answer(CHOICES, { state: 'saved' });
  // The browser of the test may have no focus.
  answer('POST /exam/auth/user/exam/switch/save', {
    ...{ acks: [], rejected: [], switchCount: 0, switchLimit: 0, outcome: 'recorded', status: 'open' },
  });
});

afterEach(() => {
  $online.set(true);
  $replaced.set(false);
  vi.useRealTimers();
});

const clock = (epoch: number) => ({
  ...{ attemptId: view.attemptId, status: 'open' as const, epoch, serverTime: at(0), deadlineAt: deadline },
});
/** What the server knows when the page becomes the writer. */
function taken(choices: HallChoices | null): void {
  answer(TAKE, () => ({ ...view, ...clock(2), choices: choices && { epoch: 1, revision: 4, choices } }));
}
async function enter(): Promise<void> {
  const { title, examId, attemptId } = view;
  await hydrate(EnterHall, { title, examId, attemptId });
  await expect.element(page.getByRole('button', { name: '交卷' })).toBeEnabled();
}
const sent = () =>
  made
    .filter(({ call }) => call === SAVE)
    .flatMap(({ input }) => (input as { answers: { questionId: string; answer: unknown; lang: unknown }[] }).answers);
const lastChoices = () =>
  (made.findLast(({ call }) => call === CHOICES)?.input as { choices: HallChoices } | undefined)?.choices;
/** The option with a text; its name begins with its letter. */
const radio = (text: string) => page.getByRole('radio', { name: new RegExp(`${text}$`) });

test('the keys choose, mark, move and go to a question by its number; while typing they do nothing', async () => {
  await enter();
  await userEvent.keyboard('b');
  await expect.element(radio('积')).toBeChecked();
  await userEvent.keyboard('1');
  await expect.element(radio('和')).toBeChecked();
  await userEvent.keyboard('m');
  await expect.element(page.getByRole('button', { name: '取消标记' })).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(page.getByRole('region', { name: '第 2 题，共 3 题' })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByText('功率是多少？')).toBeVisible();

  await userEvent.keyboard('j');
  await expect.element(page.getByRole('textbox', { name: '题号' })).toHaveFocus();
  await userEvent.keyboard('9{Enter}');
  await expect.element(page.getByText('请输入 1 到 3 之间的题号。')).toBeVisible();
  await userEvent.keyboard('{Backspace}3{Enter}');
  const field = page.getByRole('textbox', { name: '你的答案' });
  await field.click();
  await userEvent.keyboard('nmx1');
  await expect.element(field).toHaveValue('nmx1');
  await expect.element(page.getByRole('button', { name: '取消标记' })).not.toBeInTheDocument();
});

test('a network that comes back sends answers, and no notes where none were made', async () => {
  await enter();
  $online.set(false);
  $online.set(true);
  await userEvent.keyboard('b');
  await expect.poll(sent).toHaveLength(1);
  expect(made.filter(({ call }) => call === CHOICES)).toEqual([]);
});

test('the list of keys opens by its key, and turns them off for good', async () => {
  await enter();
  await userEvent.keyboard('?');
  const dialog = page.getByRole('dialog', { name: '键盘快捷键' });
  await expect.element(dialog.getByText('按题号跳转')).toBeVisible();
  await dialog.getByRole('checkbox', { name: '使用快捷键' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  leave();
  await enter();
  await userEvent.keyboard('b');
  await expect.element(radio('积')).not.toBeChecked();
  await radio('积').click();
  await expect.element(radio('积')).toBeChecked();
});

test('striking out is seen and heard, is stored, and changes no answer', async () => {
  await enter();
  await userEvent.keyboard('b');
  await expect.poll(sent).toHaveLength(1);
  await userEvent.keyboard('x');
  await expect.element(page.getByText(/请按要排除的选项/)).toBeVisible();
  await userEvent.keyboard('b');
  const button = page.getByRole('button', { name: '排除选项 B' });
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByRole('radio', { name: 'B 积 （已排除）' })).toBeChecked();
  await expect.element(page.getByText('已排除 B')).toBeInTheDocument();
  const { questionId } = view.questions[0]!;
  await expect.poll(lastChoices).toMatchObject({ struck: { [questionId]: ['B'] } });
  await button.click();
  await expect.element(radio('积')).toHaveAccessibleName('B 积');
  await expect.poll(lastChoices).toMatchObject({ struck: { [questionId]: [] } });
  expect(sent()).toHaveLength(1);
});

test('notes and the scratch pad are kept on the device until the server has them', async () => {
  disconnect(CHOICES);
  await enter();
  await userEvent.keyboard('o');
  await userEvent.keyboard('想一想');
  const note = page.getByRole('textbox', { name: '第 1 题的笔记' });
  await expect.element(note).toHaveValue('想一想');
  await page.getByRole('button', { name: '草稿纸' }).click();
  await userEvent.keyboard('220 / 5');
  await expect.poll(() => made.some(({ call }) => call === CHOICES)).toBe(true);

  // A reload.
  leave();
  made.length = 0;
  answer(CHOICES, { state: 'saved' });
  await enter();
  await expect.element(note).toHaveValue('想一想');
  await userEvent.keyboard('s');
  await expect.element(page.getByRole('textbox', { name: '草稿纸' })).toHaveValue('220 / 5');
  await expect.poll(lastChoices).toMatchObject({ pad: '220 / 5' });
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.startsWith('exam-choices'))).toEqual([]);
});

test('each question can be shown in its other language, which is sent with the answer', async () => {
  const [bilingual, judge] = view.questions as [Question, Question];
  await enter();
  await page.getByRole('button', { name: '显示英文' }).click();
  await expect.element(page.getByText('What is the power?')).toBeVisible();
  await radio('Product').click();
  await expect.poll(() => sent().at(-1)).toMatchObject({ questionId: bilingual.questionId, answer: 'B', lang: 'en' });
  // Changing the language is no answer; a flag keeps the language of the answer.
  await userEvent.keyboard('l');
  await expect.element(radio('积')).toBeChecked();
  await userEvent.keyboard('m');
  await expect.poll(() => sent().at(-1)).toMatchObject({ flagged: true, lang: 'en' });
  await page.getByRole('button', { name: 'English', exact: true }).click();
  await expect.element(page.getByText('What is the power?')).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(page.getByText('先停机。')).toBeVisible();
  await userEvent.keyboard('a');
  await expect.poll(() => sent().at(-1)).toMatchObject({ questionId: judge.questionId, answer: true, lang: 'zh' });
});

test('all questions on one page is kept; the keys work on the question that has the focus', async () => {
  taken({ layout: 'all', lang: null, langs: {}, struck: {}, notes: {}, pad: '' });
  await enter();
  for (const name of ['第 1 题，共 3 题', '第 2 题，共 3 题', '第 3 题，共 3 题'])
    await expect.element(page.getByRole('region', { name })).toBeVisible();
  await radio('错误').click();
  await userEvent.keyboard('1');
  await expect.element(radio('正确')).toBeChecked();
  await page.getByRole('button', { name: '全部显示在一页' }).click();
  await expect.element(page.getByRole('region', { name: '第 2 题，共 3 题' })).toBeVisible();
  await expect.element(page.getByText('功率是多少？')).not.toBeInTheDocument();
});

test('warnings come 5 minutes and 1 minute before the end, by the server’s time, and again after more time', async () => {
  const warnings = page.getByTestId('time-warnings');
  await enter();
  await expect.element(warnings).toHaveAttribute('aria-live', 'assertive');
  await expect.element(warnings).toBeEmptyDOMElement();
  // The clock of the device does not matter.
  vi.setSystemTime(NOW + 86_400_000);
  deadline = at(299);
  await userEvent.keyboard('a');
  await expect.element(warnings.getByText('距考试结束不到 5 分钟。')).toBeVisible();
  await warnings.getByRole('button', { name: '知道了' }).click();
  await expect.element(warnings).toBeEmptyDOMElement();
  deadline = at(3600);
  await userEvent.keyboard('b');
  await expect.poll(() => page.getByTestId('countdown').element().textContent).toMatch(/^(59|01:00):/);
  deadline = at(298);
  await userEvent.keyboard('a');
  await expect.element(warnings.getByText('距考试结束不到 5 分钟。')).toBeVisible();
  deadline = at(50);
  await userEvent.keyboard('b');
  await expect.element(warnings.getByText('距考试结束不到 1 分钟。')).toBeVisible();
});

test('a section that is over is read-only, and the next one has its own warning', async () => {
  view.questions[0]!.endsAt = at(0);
  view.questions[1]!.endsAt = at(200);
  view.questions[1]!.section = '判断';
  await enter();
  await expect.element(radio('和')).toBeDisabled();
  await expect.element(page.getByText('“单选”的时间已结束，不能再作答。')).toBeVisible();
  await userEvent.keyboard('a');
  await userEvent.keyboard('n');
  await expect.element(page.getByTestId('time-warnings').getByText(/^距“判断”答题结束不到 5 分钟/)).toBeVisible();
  await userEvent.keyboard('b');
  await expect.poll(sent).toMatchObject([{ questionId: view.questions[1]!.questionId, answer: false }]);
});

test('a section ends later when the server says so with more time', async () => {
  view.questions[0]!.endsAt = at(0);
  await enter();
  await expect.element(radio('和')).toBeDisabled();
  const longer = {
    ...view,
    questions: view.questions.map((each, i) => (i === 0 ? { ...each, endsAt: at(900) } : each)),
  };
  answer('GET /exam/auth/user/exam/attempt/view', () => ({ ...longer, ...clock(2) }));
  deadline = at(4500);
  await userEvent.keyboard('m');
  await expect.element(radio('和')).toBeEnabled();
});

test('the answer sheet shows what the server does not have yet', async () => {
  let release = () => {};
  const acked = new Promise<void>((resolve) => (release = resolve));
  answer(SAVE, async (input) => {
    await acked;
    const [{ questionId, revision }] = input['answers'] as [{ questionId: string; revision: number }];
    const acks = [{ questionId, epoch: 2, revision, state: 'saved' as const }];
    return { ...clock(2), acks, rejected: [], superseded: false, pausedAt: null, messages: 0 };
  });
  await enter();
  await userEvent.keyboard('a');
  const sheet = page.getByRole('complementary', { name: '答题卡' });
  await expect.element(sheet.getByRole('button', { name: '第 1 题 已作答 未保存到服务器' })).toBeVisible();
  release();
  await expect.element(sheet.getByRole('button', { name: '第 1 题 已作答', exact: true })).toBeVisible();
});

const SUBMIT = 'POST /exam/auth/user/exam/submit';
const WHO = 'GET /user/auth/enterprise/user/info/current/view';
/** What the server answers to a submission. */
const submitted = (more: Partial<Submitted> = {}): Submitted => ({
  ...{ acks: [], rejected: [], examState: 'awaitingMarking', closedBy: 'person', questionCount: 3, lateCount: 0 },
  receipt: { attemptId: view.attemptId, answerCount: 2, serverTime: at(60), hmac: 'f0'.repeat(32) },
  ...more,
});
async function submit(): Promise<void> {
  await page.getByRole('button', { name: '交卷', exact: true }).click();
  await page.getByRole('button', { name: '确认交卷' }).click();
}
const signInAgain = () => page.getByRole('link', { name: '登录' });

test('the hall is offline when the browser says so, keeps answers, and sends them when it is back', async () => {
  await enter();
  $online.set(false);
  await expect.element(page.getByRole('alert').getByText(/^网络已断开。可以继续作答/)).toBeVisible();
  $online.set(true);
  await expect.element(page.getByText(/^网络已断开/)).not.toBeInTheDocument();
  await userEvent.keyboard('b');
  await expect.poll(sent).toHaveLength(1);
});

test('a candidate who is logged out in another tab is told, goes on answering, and loses nothing', async () => {
  await enter();
  $viewer.set(null);
  await expect.element(page.getByText(/^你已退出登录。可以继续作答/)).toBeVisible();
  await expect.element(signInAgain()).toHaveAttribute('href', '/login?t=login&redirect=%2Fhome');
  await expect.element(signInAgain()).toHaveAttribute('target', '_blank');
  await expect.element(page.getByRole('button', { name: '交卷', exact: true })).toBeDisabled();
  made.length = 0;
  await userEvent.keyboard('b');
  await expect.element(page.getByText('已存到本机，等待上传')).toBeInTheDocument();
  await expect.element(radio('积')).toBeChecked();
  expect(made).toEqual([]);
  // Logged in again.
  $viewer.set(session.viewer);
  await expect.poll(() => sent().map((entry) => entry.answer)).toEqual(['B']);
  await expect.element(page.getByText(/^你已退出登录/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: '交卷', exact: true })).toBeEnabled();
});

test('a session that has ended on the server does not leave the page', async () => {
  const held = holdNavigations();
  await enter();
  refuse(SAVE, 300, '未登录');
  await userEvent.keyboard('b');
  await expect.element(page.getByText(/^你已退出登录/)).toBeVisible();
  expect($viewer.get()).toBeNull();
  expect(held).toEqual([]);
});

test('somebody else who has logged in in the same browser neither gets the answers nor ends the attempt', async () => {
  await enter();
  // With the other one's cookies the attempt does not exist.
  refuse(SAVE, 404, '不存在');
  refuse(SUBMIT, 404, '不存在');
  answer(WHO, { ...session.viewer, id: uuid() } as never);
  await userEvent.keyboard('b');
  await expect.element(page.getByText(/^此浏览器中已有其他人登录/)).toBeVisible();
  await expect.element(signInAgain()).not.toBeInTheDocument();
  await expect.element(radio('积')).toBeChecked();
  await expect.element(page.getByText('已存到本机，等待上传')).toBeInTheDocument();
});

test('an error of what the candidate asked for is a message of the page', async () => {
  answer(SAVE, () => ({ ...clock(2), acks: [], rejected: [], superseded: false, pausedAt: null, messages: 1 }));
  answer('GET /exam/auth/user/exam/message/list', [{ id: uuid(), body: '请安静', createdAt: at(0) } as never]);
  refuse('PUT /exam/auth/user/exam/message/confirm', 500, '暂时不能确认');
  await enter();
  await userEvent.keyboard('m');
  await page.getByRole('button', { name: '我已阅读' }).click();
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['暂时不能确认']);
});

test('the receipt takes the place of the paper at once, without another page', async () => {
  const held = holdNavigations();
  answer(SUBMIT, submitted({ lateCount: 1 }));
  await enter();
  await userEvent.keyboard('b');
  await expect.poll(sent).toHaveLength(1);
  made.length = 0;
  await submit();
  const heading = page.getByRole('heading', { level: 1, name: '试卷已提交' });
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByRole('status')).toHaveTextContent('试卷已提交 已答 2 / 3');
  await expect.element(page.getByTestId('receipt')).toHaveTextContent('f0'.repeat(32));
  const receipt = page.getByRole('region', { name: '交卷回执' });
  // The time in the time zone of the enterprise.
  for (const fact of ['王芳', '2 / 3', '2026-03-01 09:01'])
    await expect.element(receipt.getByText(fact, { exact: true })).toBeVisible();
  await expect.element(receipt.getByText(/^有 1 个答案在截止后才到达/)).toBeVisible();
  await expect.element(page.getByText('功率是多少？')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: '打印回执' })).toBeVisible();
  const result = `/account/exam/examSuccess?id=${view.attemptId}&reason=person`;
  await expect.element(page.getByRole('link', { name: '查看成绩' })).toHaveAttribute('href', result);
  await expect
    .element(page.getByRole('link', { name: '返回考试说明' }))
    .toHaveAttribute('href', `/test/id?id=${view.examId}`);
  expect(held).toEqual([]);
  expect(made.map(({ call }) => call)).toEqual([SUBMIT]);
});

test('an attempt that the server has closed shows its receipt, and why', async () => {
  answer(SUBMIT, submitted({ closedBy: 'timer' }));
  await enter();
  answer(SAVE, () => ({
    ...{ ...clock(2), status: 'submitted' as const },
    ...{ acks: [], rejected: [], superseded: false, pausedAt: null, messages: 0 },
  }));
  await userEvent.keyboard('m');
  await expect.element(page.getByText('考试时间已结束，试卷已自动提交。', { exact: true })).toBeVisible();
  await expect.element(page.getByTestId('receipt')).toBeVisible();
  // As nobody who writes: an attempt that goes on would not be submitted.
  expect(made.find(({ call }) => call === SUBMIT)!.input).toMatchObject({ epoch: 2 ** 31 - 1, answers: [] });
});

test.each([
  ['limit', '切屏次数超出限制，试卷已自动提交。'],
  ['at_once', '本场考试不允许切屏，试卷已自动提交。'],
] as const)(
  'an attempt that was closed for a switch (%s) has the same words, whoever notices',
  async (policy, words) => {
    view.switchPolicy = policy;
    answer(SUBMIT, submitted({ closedBy: 'switch' }));
    await enter();
    answer(SAVE, () => ({
      ...{ ...clock(2), status: 'submitted' as const },
      ...{ acks: [], rejected: [], superseded: false, pausedAt: null, messages: 0 },
    }));
    await userEvent.keyboard('m');
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  },
);

test('while the receipt cannot be fetched, the hall says so and tries again', async () => {
  disconnect(SUBMIT);
  view.status = 'submitted';
  view.closedBy = 'switch';
  view.switchPolicy = 'limit';
  answer(TAKE, () => ({ ...view, questions: [] }));
  const { title, examId, attemptId } = view;
  await hydrate(EnterHall, { title, examId, attemptId });
  await expect.element(page.getByText('切屏次数超出限制，试卷已自动提交。', { exact: true })).toBeVisible();
  await expect.element(page.getByText('正在获取回执…')).toBeVisible();
  $online.set(false);
  await expect.element(page.getByText('网络已断开，恢复后在此显示回执。')).toBeVisible();
  $online.set(true);
  answer(SUBMIT, submitted({ closedBy: 'switch' }));
  await expect.element(page.getByTestId('receipt')).toBeVisible();
});
