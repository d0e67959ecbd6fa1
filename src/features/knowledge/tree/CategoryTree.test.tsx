import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hydrate } from '../../../../tests/component/render.ts';
import CategoryTree from './CategoryTree.tsx';

const category = (id: string, name: string, parentId: string | null = null) => ({
  ...{ id, name, parentId, courseCount: 2, projectCount: 1 },
});
const CATEGORIES = [category('a', 'Safety'), category('b', 'Sales'), category('a1', 'Fire', 'a')];
const item = (name: RegExp) => page.getByRole('treeitem', { name });

test('the server renders links in details that are open along the path, without tree roles', () => {
  const html = renderToString(<CategoryTree locale="zh" categories={CATEGORIES} path={['a', 'a1']} />);
  expect(html).toContain('href="/knowledge/menu-tree?category=a1"');
  expect(html).toMatch(/<details id="below-a" open=""/);
  expect(html).not.toMatch(/role=|tabindex=/i);
});

test('one stop of Tab, the arrows go through the tree, and a branch opens and closes', async () => {
  await hydrate(CategoryTree, { categories: CATEGORIES, path: [] });
  await userEvent.tab();
  await expect.element(item(/全部分类/)).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item(/Safety/)).toHaveFocus();
  await expect.element(item(/Safety/)).toHaveAttribute('aria-expanded', 'false');
  await expect.element(item(/Fire/)).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(item(/Safety/)).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(item(/Fire/)).toHaveFocus();
  await expect.element(item(/Fire/)).toHaveAttribute('aria-level', '2');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(item(/Fire/)).not.toBeInTheDocument();
  await userEvent.keyboard('{End}');
  await expect.element(item(/Sales/)).toHaveFocus();
  await userEvent.keyboard('s');
  await expect.element(item(/Safety/)).toHaveFocus();
  await userEvent.tab();
  await expect.poll(() => document.activeElement).toBe(document.body);
});

test('a branch that was opened before hydration stays open, and the pointer closes it', async () => {
  const place = hydrate(CategoryTree, { categories: CATEGORIES, path: ['b'] });
  document.querySelector<HTMLDetailsElement>('#below-a')!.open = true;
  await place;
  await expect.element(item(/Safety/)).toHaveAttribute('aria-expanded', 'true');
  await expect.element(item(/Sales/)).toHaveAttribute('aria-current', 'page');
  await userEvent.click(page.getByText('Safety').element().closest('li')!.querySelector('summary')!);
  await expect.element(item(/Safety/)).toHaveAttribute('aria-expanded', 'false');
});

test('without categories there is one link', async () => {
  await hydrate(CategoryTree, { categories: [], path: [] });
  await expect.element(page.getByRole('treeitem')).toHaveAttribute('href', '/knowledge/menu-tree');
});
