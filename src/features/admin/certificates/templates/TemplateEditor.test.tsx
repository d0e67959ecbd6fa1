import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { type Layout, type LayoutElement, PLAIN } from '#src/contract/rules/certificate-layout.ts';
import { openLocalDrafts } from '#src/features/editor/local-drafts.ts';
import { answer, made, refuse } from '../../../../../tests/component/gateway.ts';
import { hydrate, leave, settled } from '../../../../../tests/component/render.ts';
import TemplateEditor, { type Template } from './TemplateEditor.tsx';

const SAVE = 'POST /course/auth/certificate/template/save';
const VIEW = 'GET /course/auth/certificate/template/view';
const ID = '00000000-0000-4000-8000-000000000001';

const element = (id: string, kind: LayoutElement['kind'], more: Partial<LayoutElement>): LayoutElement => ({
  ...{ ...PLAIN, id, kind, x: 20, y: 20, width: 100, height: 20 },
  ...more,
});
const layout: Layout = {
  ...{ orientation: 'landscape', backgroundFileId: null },
  elements: [
    element('e1', 'text', { zh: '{name}', en: 'Name: {name}' }),
    element('e2', 'qr', { x: 200, y: 150, width: 25, height: 25 }),
  ],
};
const values = {
  ...{ name: '阿卜杜热合曼', title: '焊工证', number: 'T-2026-000000', issuer: '培训中心', enterprise: '华信' },
  ...{ issuedOn: '2026-03-05', validUntil: '2029-03-05', hours: '32', credits: '2.5' },
};
const stored: Template = {
  ...{ id: ID, name: '蓝色模板', layout, revision: 3, isChanged: true, kinds: [], versions: [], pictures: [] },
  longest: { zh: values, en: { ...values, name: 'Featherstonehaugh' } },
};

const canvas = () => page.getByRole('group', { name: '页面及其元素' });
const onPage = (name: string) => canvas().getByRole('button', { name, exact: true });
const number = (label: string) => page.getByRole('spinbutton', { name: label });
const save = page.getByRole('button', { name: '保存草稿' });
const sent = () =>
  made.findLast(({ call }) => call === SAVE)!.input as { layout: Layout; name: string; revision: number };

beforeEach(async () => {
  await (await openLocalDrafts()).forget(PAGE_OWNER, `certificateTemplate ${ID}`);
  answer(SAVE, ({ revision }) => ({ revision: Number(revision) + 1 }));
  await hydrate(TemplateEditor, { stored, timeZone: 'Asia/Shanghai', languages: ['zh', 'en'] });
  await expect.element(page.getByLabelText('名称')).toBeEnabled();
});

test('an element is moved with the arrow keys, stays inside the page, and the movement is undone as one', async () => {
  onPage('文字：{name}').element().focus();
  await settled();
  await expect.element(onPage('文字：{name}')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{Shift>}{ArrowDown}{/Shift}{Alt>}{ArrowLeft}{/Alt}');
  await expect.element(number('左边距（毫米）')).toHaveValue(21.9);
  await expect.element(number('上边距（毫米）')).toHaveValue(31);
  await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}');
  await expect.element(number('上边距（毫米）')).toHaveValue(0);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(number('左边距（毫米）')).toHaveValue(20);
  await expect.element(number('上边距（毫米）')).toHaveValue(20);
  await userEvent.click(page.getByRole('button', { name: '重做' }));
  await expect.element(number('上边距（毫米）')).toHaveValue(0);
  await userEvent.click(save);
  await settled();
  expect(sent()).toMatchObject({ revision: 3, layout: { elements: [{ x: 21.9, y: 0 }, {}] } });
});

test('numbers place an element, and a pointer moves it by what it is moved', async () => {
  await userEvent.click(page.getByRole('button', { name: '二维码' }).last());
  await userEvent.fill(number('左边距（毫米）'), '10');
  await userEvent.fill(number('宽（毫米）'), '30');
  await userEvent.click(save);
  await settled();
  expect(sent().layout.elements[1]).toMatchObject({ x: 10, y: 150, width: 30, height: 25 });
  const code = onPage('二维码').element();
  const { left, top, width, height } = code.getBoundingClientRect();
  const svg = canvas().element();
  const scale = 297 / svg.getBoundingClientRect().width;
  const at = { clientX: left + width / 2, clientY: top + height / 2, pointerId: 1, button: 0, bubbles: true };
  svg.setPointerCapture = () => undefined;
  code.dispatchEvent(new PointerEvent('pointerdown', at));
  await settled();
  svg.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: at.clientX + 40 / scale }));
  await settled();
  svg.dispatchEvent(new PointerEvent('pointerup', at));
  await settled();
  await expect.element(number('左边距（毫米）')).toHaveValue(50);
  await expect.element(number('上边距（毫米）')).toHaveValue(150);
});

test('elements are added, duplicated, removed, and filled with a placeholder; the page is turned', async () => {
  await userEvent.click(page.getByRole('button', { name: '文字', exact: true }));
  const text = page.getByRole('textbox', { name: '中文文字' });
  await userEvent.fill(text, '颁发给');
  await userEvent.click(page.getByRole('button', { name: '姓名', exact: true }));
  await expect.element(text).toHaveValue('颁发给{name}');
  // Shown with the longest name, in the language that is chosen.
  await expect.poll(() => canvas().element().textContent).toContain('颁发给阿卜杜热合曼');
  await userEvent.click(page.getByRole('button', { name: '英文', exact: true }));
  await expect.poll(() => canvas().element().textContent).toContain('Name: Featherstonehaugh');
  await userEvent.click(page.getByRole('button', { name: '复制', exact: true }));
  await expect.poll(() => canvas().getByRole('button').elements().length).toBe(4);
  await userEvent.click(page.getByRole('button', { name: '移除', exact: true }));
  await userEvent.click(page.getByRole('button', { name: '页面', exact: true }));
  await userEvent.selectOptions(page.getByRole('combobox', { name: '方向' }), 'portrait');
  await userEvent.click(save);
  await settled();
  expect(sent().layout).toMatchObject({ orientation: 'portrait', elements: [{}, { x: 185 }, { zh: '颁发给{name}' }] });
});

test('errors are shown at their element and field, and changes of others are compared', async () => {
  refuse(SAVE, 422, '请检查', [{ field: 'layout.elements.1.width', message: '太小' }]);
  await userEvent.fill(page.getByLabelText('名称'), '红色模板');
  await userEvent.click(save);
  await expect.element(page.getByText('太小')).toBeVisible();
  refuse(SAVE, 409, '已被修改');
  answer(VIEW, { ...stored, name: '绿色模板', revision: 4 });
  await userEvent.click(save);
  await expect.element(page.getByRole('group', { name: '名称' }).getByText('绿色模板')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /继续/ }));
  await expect.element(page.getByLabelText('名称')).toHaveValue('红色模板');
});

test('where one language is offered, previews and new texts are in it; a text in the other one keeps its field', async () => {
  const previews = page.getByRole('button', { name: /PDF 预览$/ });
  expect(previews.elements()).toHaveLength(2);
  leave();
  await hydrate(TemplateEditor, { stored, timeZone: 'Asia/Shanghai', languages: ['zh'] });
  await expect.element(page.getByLabelText('名称')).toBeEnabled();
  expect(previews.elements().map(({ textContent }) => textContent)).toEqual(['中文 PDF 预览']);
  await expect.element(page.getByRole('group', { name: '证书语言' })).not.toBeInTheDocument();
  await onPage('文字：{name}').click();
  await expect.element(page.getByRole('textbox', { name: '英文文字' })).toHaveValue('Name: {name}');
  await page.getByRole('button', { name: '文字', exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: '中文文字' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: '英文文字' })).not.toBeInTheDocument();
});
