import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import type { Data } from '#src/contract/calls.ts';
import { openLocalDrafts } from '#src/features/editor/local-drafts.ts';
import { island } from '#src/i18n/island.tsx';
import { answer, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate, leave } from '../../../tests/component/render.ts';
import { QuestionnairePanel } from './QuestionnairePanel.tsx';

const VIEW = 'GET /course/auth/questionnaire/view';
const SUBMIT = 'POST /course/auth/questionnaire/submit';
const ID = '01890000-0000-7000-8000-0000000000f1';
const RESOURCE = '01890000-0000-7000-8000-0000000000f2';

type View = Data<typeof VIEW>;
type Question = View['pages'][number]['questions'][number];
const question = (more: Pick<Question, 'code' | 'kind' | 'title'> & Partial<Question>): Question => ({
  ...{ hint: null, required: true, showIf: null, options: [], rows: [], other: false, least: null, most: null },
  ...{ leastLabel: null, mostLabel: null, long: false, maxLength: null, retired: false },
  ...more,
});
const choices = (...texts: string[]) => texts.map((text) => ({ code: text, text }));
const VIEWED: View = {
  ...{ questionnaireId: ID, title: '班组调查', introduction: '两分钟', anonymous: true, completed: false },
  pages: [
    {
      ...{ code: 'one', title: '岗位', introduction: null, showIf: null },
      questions: [
        question({ code: 'shift', kind: 'single', title: '班次', options: choices('白班', '夜班'), other: true }),
        question({
          ...{ code: 'night', kind: 'several', title: '夜班的困难', options: choices('冷', '暗', '困'), most: 2 },
          showIf: { question: 'shift', is: ['夜班'], from: null, to: null },
        }),
      ],
    },
    {
      ...{ code: 'two', title: '评价', introduction: null, showIf: null },
      questions: [
        question({ code: 'rating', kind: 'scale', title: '评分', least: 1, most: 5, mostLabel: '很好' }),
        question({
          code: 'parts',
          kind: 'matrix',
          title: '各项',
          options: choices('差', '好'),
          rows: choices('工具', '照明'),
        }),
        question({ code: 'why', kind: 'text', title: '原因', required: false, maxLength: 10 }),
      ],
    },
  ],
};

let completed = 0;
const Panel = island(function Panel() {
  return (
    <QuestionnairePanel
      resourceId={RESOURCE}
      next={{ id: 'x', title: '第二讲' }}
      courseHref="/knowledge"
      onChoose={() => undefined}
      onCompleted={() => completed++}
    />
  );
});
const radio = (name: string) => page.getByRole('radio', { name, exact: true });
const next = page.getByRole('button', { name: '下一页' });
const submit = page.getByRole('button', { name: '提交问卷' });
const submitted = () => made.filter(({ call }) => call === SUBMIT).map(({ input }) => input);

beforeEach(async () => {
  completed = 0;
  await (await openLocalDrafts()).forget(PAGE_OWNER, `filling-${ID}`);
  answer(VIEW, VIEWED);
  answer(SUBMIT, { completed: true });
});

test('tells what is stored, opens a branch, and sends what is shown', async () => {
  await hydrate(Panel, {});
  await expect.element(page.getByText('匿名问卷', { exact: true })).toBeVisible();
  await expect.element(page.getByText('夜班的困难')).not.toBeInTheDocument();
  await userEvent.click(radio('夜班'));
  await userEvent.click(page.getByRole('checkbox', { name: '暗' }));
  // The branch closes again with its answer.
  await userEvent.click(radio('白班'));
  await expect.element(page.getByText('夜班的困难')).not.toBeInTheDocument();
  await userEvent.click(next);
  await expect.element(page.getByRole('heading', { name: '评价' })).toHaveFocus();
  await userEvent.click(radio('4'));
  const [tools, light] = ['工具', '照明'].map((name) => page.getByRole('radiogroup', { name }));
  await userEvent.click(tools!.getByRole('radio', { name: '好' }));
  await userEvent.click(light!.getByRole('radio', { name: '差' }));
  await userEvent.fill(page.getByRole('textbox', { name: '原因' }), ' 太暗 ');
  answer(VIEW, { ...VIEWED, completed: true });
  await userEvent.click(submit);
  await expect.element(page.getByText('谢谢，问卷已提交')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '继续：第二讲' })).toBeVisible();
  expect(submitted()).toEqual([
    {
      ...{ resourceId: RESOURCE, questionnaireId: ID },
      answers: [
        { question: 'shift', chosen: ['白班'] },
        { question: 'rating', value: 4 },
        {
          question: 'parts',
          rows: [
            { row: '工具', choice: '好' },
            { row: '照明', choice: '差' },
          ],
        },
        { question: 'why', text: '太暗' },
      ],
    },
  ]);
  expect(completed).toBe(1);
  expect(await (await openLocalDrafts()).read(PAGE_OWNER, `filling-${ID}`)).toBeNull();
});

test('shows errors at the questions and focuses the first one; the keyboard is enough', async () => {
  await hydrate(Panel, {});
  await userEvent.click(next);
  await expect.element(page.getByText('请回答这个问题')).toBeVisible();
  await expect.element(page.getByRole('group', { name: /班次/ })).toHaveFocus();
  await userEvent.keyboard('{Tab}{ArrowUp}');
  await expect.element(radio('其他')).toBeChecked();
  await expect.element(page.getByText('请回答这个问题')).not.toBeInTheDocument();
  await userEvent.click(next);
  await expect.element(page.getByText('请写出“其他”的内容')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: '请说明' }), '周末');
  await userEvent.click(next);
  await userEvent.click(submit);
  await expect.element(page.getByText('有 2 处需要修改')).toBeVisible();
  expect(submitted()).toEqual([]);
});

test('keeps what was entered on this device, also after a refusal', async () => {
  await hydrate(Panel, {});
  await userEvent.click(radio('夜班'));
  await userEvent.click(page.getByRole('checkbox', { name: '困' }));
  await userEvent.click(next);
  await userEvent.click(radio('2'));
  await expect.element(page.getByText('已保存在这台设备上')).toBeVisible();
  leave();
  await hydrate(Panel, {});
  await expect.element(page.getByRole('heading', { name: '评价' })).toBeVisible();
  await expect.element(radio('2')).toBeChecked();
  for (const name of ['工具', '照明'])
    await userEvent.click(page.getByRole('radiogroup', { name }).getByRole('radio', { name: '好' }));
  refuse(SUBMIT, 422, '有误', [{ field: 'night', message: '选的项数太多' }]);
  await userEvent.click(submit);
  // On the page of the question.
  await expect.element(page.getByText('选的项数太多')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: '困' })).toBeChecked();
  refuse(SUBMIT, 503, '暂时无法保存');
  await userEvent.click(next);
  await userEvent.click(submit);
  await expect.element(page.getByText('暂时无法保存')).toBeVisible();
  expect(await (await openLocalDrafts()).read(PAGE_OWNER, `filling-${ID}`)).not.toBeNull();
});

test('says how many pages there are when no answer can change it any more', async () => {
  const [first, second] = VIEWED.pages;
  const text = question({ code: 'more', kind: 'text', title: '还有什么困难', required: false });
  const branch = {
    ...{ code: 'branch', title: '夜班', introduction: null, questions: [text] },
    showIf: { question: 'shift', is: ['夜班'], from: null, to: null },
  };
  answer(VIEW, { ...VIEWED, pages: [first!, branch, second!] });
  await hydrate(Panel, {});
  const progress = page.getByRole('progressbar');
  await expect.element(progress).toHaveAccessibleName('第 1 页');
  await userEvent.click(radio('夜班'));
  await expect.element(progress).toHaveAccessibleName('第 1 页');
  await userEvent.click(page.getByRole('checkbox', { name: '冷' }));
  await userEvent.click(next);
  await expect.element(progress).toHaveAccessibleName('第 2 页，共 3 页');
});
