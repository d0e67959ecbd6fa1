import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { island } from '#src/i18n/island.tsx';
import { answer, disconnect, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate, openPopover, settled } from '../../../tests/component/render.ts';
import { readRecent } from './recent.ts';
import { SearchBox } from './SearchBox.tsx';

const Box = island(SearchBox);
const SUGGEST = 'POST /system/api/search/suggest';
const hit = (n: number) => ({
  id: `0189000${n}-0000-7000-8000-000000000001`,
  subjectType: 'course' as const,
  type: 1,
  parentId: null,
  title: [
    { text: '安全', hit: true },
    { text: `课程${n}`, hit: false },
  ],
});
const field = page.getByRole('combobox', { name: '搜索关键词' });
const options = page.getByRole('option');
const refusal = page.getByRole('alert');

/** Captured navigation targets: a real navigation would end the test. */
const went: string[] = [];
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  went.push((event.target as HTMLFormElement).action);
});
document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest('a');
  if (!link) return;
  event.preventDefault();
  went.push(link.getAttribute('href')!);
});
beforeEach(() => {
  went.length = 0;
});

const open = () => userEvent.click(page.getByRole('button', { name: /打开搜索/ }));

test('suggestions are chosen by keys, the focus stays in the input', async () => {
  answer(SUGGEST, [hit(1), hit(2), hit(3)]);
  await hydrate(Box, { type: 8, isMember: false });
  await open();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('安全');
  await expect.element(options.nth(2)).toBeVisible();
  expect(made).toEqual([{ call: SUGGEST, input: { keyword: '安全', type: 8 } }]);
  await expect.element(field).toHaveAttribute('aria-expanded', 'true');
  await expect.element(field).not.toHaveAttribute('aria-activedescendant');

  const active = () => options.elements().findIndex((option) => option.getAttribute('aria-selected') === 'true');
  const press = async (key: string) => {
    await userEvent.keyboard(`{${key}}`);
    return active();
  };
  expect(await press('ArrowDown')).toBe(0);
  await expect.element(field).toHaveAttribute('aria-activedescendant', options.nth(0).element().id);
  expect(await press('ArrowUp')).toBe(-1);
  expect(await press('ArrowUp')).toBe(2);
  expect(await press('ArrowDown')).toBe(-1);
  expect(await press('ArrowDown')).toBe(0);
  expect(await press('Home')).toBe(-1);
  expect((field.element() as HTMLInputElement).selectionStart).toBe(0);
  expect(await press('ArrowDown')).toBe(0);
  expect(await press('End')).toBe(-1);
  expect((field.element() as HTMLInputElement).selectionStart).toBe(2);

  await press('ArrowDown');
  await press('ArrowDown');
  await press('Enter');
  expect(went).toEqual([`/knowledge/course/${hit(2).id}`]);
  await expect.element(field).toHaveFocus();

  // The first Escape closes the list; then the browser clears a search field, and closes a popover.
  await press('Escape');
  expect(options.elements()).toHaveLength(0);
  await expect.element(field).toHaveValue('安全');
  await press('Escape');
  await expect.element(field).toHaveValue('');
  await press('Escape');
  await expect.element(field).not.toBeInTheDocument();
});

test('an empty keyword is refused, another one is remembered on this device until cleared', async () => {
  answer(SUGGEST, []);
  await hydrate(Box, { type: 1, isMember: false });
  await open();
  await userEvent.keyboard('  {Enter}');
  await expect.element(refusal).toHaveTextContent('请输入搜索关键词');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveFocus();
  expect(went).toEqual([]);
  await userEvent.keyboard('泵{Enter}');
  expect(refusal.elements()).toHaveLength(0);
  expect(went.map((address) => new URL(address).pathname)).toEqual(['/search']);
  expect(readRecent()).toEqual(['泵']);

  await userEvent.fill(field, '');
  await expect
    .element(page.getByRole('link', { name: '泵' }))
    .toHaveAttribute('href', '/search?keyword=%E6%B3%B5&type=1');
  await userEvent.click(page.getByRole('button', { name: '清空' }));
  expect(readRecent()).toEqual([]);
  expect(page.getByRole('link', { name: '泵' }).elements()).toHaveLength(0);
  await expect.element(field).toHaveFocus();
});

test('letters from which Chinese is composed are not searched for', async () => {
  answer(SUGGEST, [hit(1)]);
  localStorage.setItem('recentSearches', '["阀门"]');
  await hydrate(Box, { type: 1, isMember: false });
  await open();
  const recent = page.getByRole('link', { name: '阀门' });
  await expect.element(recent).toBeVisible();
  const input = field.element() as HTMLInputElement;
  const compose = (value: string, isComposing: boolean) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
    input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing }));
  };
  compose('an', true);
  await settled();
  // Nothing was searched for yet.
  await expect.element(recent).toBeVisible();
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }));
  compose('安', true);
  input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '安' }));
  await expect.element(options.first()).toBeVisible();
  expect(made.map(({ input }) => input)).toEqual([{ keyword: '安', type: 1 }]);
});

test('an answer that comes after the text has changed is dropped', async () => {
  let answerFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => (answerFirst = resolve));
  answer(SUGGEST, async ({ keyword }) => {
    if (keyword === '安') await first;
    return [hit(keyword === '安' ? 1 : 2)];
  });
  await hydrate(Box, { type: 1, isMember: false });
  await open();
  await userEvent.fill(field, '安');
  await expect.poll(() => made.length).toBe(1);
  await userEvent.fill(field, '安全');
  await expect.element(options.first()).toHaveTextContent('安全课程2课程');
  answerFirst();
  await settled();
  await expect.element(options.first()).toHaveTextContent('安全课程2课程');
  expect(options.elements()).toHaveLength(1);
});

test('without an answer one can still search', async () => {
  disconnect(SUGGEST);
  await hydrate(Box, { type: 1, isMember: false });
  await open();
  await userEvent.keyboard('安全');
  await expect.poll(() => made.length).toBe(1);
  expect(options.elements()).toHaveLength(0);
  await userEvent.keyboard('{Enter}');
  expect(went).toHaveLength(1);

  refuse(SUGGEST, 429, '请稍后再试');
  await userEvent.keyboard('1');
  await expect.poll(() => made.length).toBe(2);
  await expect.element(field).toHaveValue('安全1');
  expect(refusal.elements()).toHaveLength(0);
});

test('what was opened, typed and refused before hydration is still there', async () => {
  answer(SUGGEST, [hit(1)]);
  localStorage.setItem('recentSearches', '["阀门"]');
  await hydrate(
    Box,
    { type: 1, isMember: false },
    {
      before: async (place) => {
        const input = place.getElementsByTagName('input')[0]!;
        await openPopover('search-box');
        expect(input).toHaveFocus();
        input.form!.requestSubmit();
      },
    },
  );
  await expect.element(refusal).toHaveTextContent('请输入搜索关键词');
  await expect.element(page.getByRole('link', { name: '阀门' })).toBeVisible();
  await userEvent.fill(field, '安全');
  await expect.element(options.first()).toBeVisible();
});

test('text typed before hydration gets suggestions', async () => {
  answer(SUGGEST, [hit(1)]);
  await hydrate(
    Box,
    { type: 1, isMember: false },
    {
      before: async (place) => {
        await openPopover('search-box');
        place.getElementsByTagName('input')[0]!.value = '安全';
      },
    },
  );
  await expect.element(field).toHaveValue('安全');
  await expect.element(options.first()).toBeVisible();
});
