import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { island } from '#src/i18n/island.tsx';
import { startDrag } from '../../../../tests/component/dragging.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { Tree } from './Tree.tsx';
import { indexTree, type Move, type TreeNode } from './tree-nodes.ts';

const node = (id: string, parentId: string | null, count?: number, isFixed?: boolean): TreeNode => ({
  ...{ id, parentId, label: id, count, isFixed },
});
const NODES = [
  node('总部', null, 30),
  node('生产部', '总部', 20),
  node('焊接车间', '生产部', 8),
  node('装配车间', '生产部', 12),
  node('质量部', '总部', 10),
  node('Sales', null),
];

let moves: [string, Move][];
beforeEach(() => {
  moves = [];
});

/** Puts a node where it is moved, as a server does. */
function moved(nodes: readonly TreeNode[], id: string, { parentId, place }: Move): TreeNode[] {
  const others = nodes.filter((each) => each.id !== id);
  const before = indexTree(others).below(parentId)[place];
  const at = before ? others.indexOf(before) : others.length;
  return others.toSpliced(at, 0, { ...nodes.find((each) => each.id === id)!, parentId });
}

type Props = { nodes?: TreeNode[]; isMovable?: boolean; keyword?: string; hasOwnOrder?: boolean; selected?: string };
const Example = island<Props>(function Example({ nodes: given = NODES, isMovable, selected: first = null, ...more }) {
  const [nodes, setNodes] = useState(given);
  const [selected, setSelected] = useState<string | null>(first);
  return (
    <>
      <Tree
        label="部门"
        {...{ nodes, selected, onSelect: setSelected, ...more }}
        countText={(count) => `${count} 人`}
        badges={({ id }) => id === '质量部' && <span className="badge">停用</span>}
        {...(isMovable && {
          onMove: (id: string, to: Move) => {
            moves.push([id, to]);
            setNodes(moved(nodes, id, to));
          },
        })}
      />
      <p>已选：{selected}</p>
    </>
  );
});

const tree = page.getByRole('tree', { name: '部门' });
const item = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name}`) });
/** The nodes that are shown, indented by their level. */
const shown = () =>
  tree
    .getByRole('treeitem')
    .elements()
    .map((each) => `${'-'.repeat(Number(each.ariaLevel) - 1)}${each.textContent}`);
const press = (keys: string) => userEvent.keyboard(keys);

test('shows the children of open nodes only, with numbers and what the caller adds', async () => {
  await hydrate(Example, {});
  expect(shown()).toEqual(['总部30 人', '-生产部20 人', '-质量部停用10 人', 'Sales']);
  await expect.element(item('生产部')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(item('质量部')).not.toHaveAttribute('aria-expanded');
  await expect.element(item('生产部')).toHaveAttribute('aria-posinset', '1');
  await expect.element(item('生产部')).toHaveAttribute('aria-setsize', '2');
  // Opening does not select.
  await userEvent.click(item('生产部').element().querySelector('.tree-turn')!);
  await expect.element(item('焊接车间')).toBeVisible();
  expect(shown()).toContain('--焊接车间8 人');
  await expect.element(page.getByText('已选：', { exact: true })).toBeVisible();
  await item('焊接车间').click();
  await expect.element(item('焊接车间')).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByText('已选：焊接车间')).toBeVisible();
});

test('opens the nodes above the selected one at first', async () => {
  await hydrate(Example, { selected: '装配车间' });
  await expect.element(item('装配车间')).toHaveAttribute('aria-selected', 'true');
});

test('keyboard: the pattern of WAI-ARIA for trees', async () => {
  await hydrate(Example, {});
  await press('{Tab}');
  await expect.element(item('总部')).toHaveFocus();
  const steps: [keys: string, focused: string][] = [
    ['{ArrowUp}', '总部'],
    ['{ArrowDown}', '生产部'],
    ['{ArrowRight}', '生产部'],
    ['{ArrowRight}', '焊接车间'],
    ['{ArrowRight}', '焊接车间'],
    ['{End}', 'Sales'],
    ['{ArrowDown}', 'Sales'],
    ['{Home}', '总部'],
    ['s', 'Sales'],
    ['焊', '焊接车间'],
    ['{ArrowLeft}', '生产部'],
    ['{ArrowLeft}', '生产部'],
    ['{ArrowLeft}', '总部'],
  ];
  for (const [keys, focused] of steps) {
    if (keys === '焊')
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: keys, bubbles: true }));
    else await press(keys);
    await expect.element(item(focused)).toHaveFocus();
  }
  await expect.element(item('生产部')).toHaveAttribute('aria-expanded', 'false');
  expect(shown()).toHaveLength(4);
  await press('{ArrowDown}');
  await press('*');
  await expect.element(item('生产部')).toHaveAttribute('aria-expanded', 'true');
  await press('{Enter}');
  await expect.element(item('生产部')).toHaveAttribute('aria-selected', 'true');
  // Tab comes back to the node that had the focus, and only to that.
  await press('{ArrowDown}');
  await press('{Shift>}{Tab}{/Shift}');
  await press('{Tab}');
  await expect.element(item('焊接车间')).toHaveFocus();
  expect(
    tree
      .getByRole('treeitem')
      .elements()
      .filter((each) => (each as HTMLElement).tabIndex === 0),
  ).toHaveLength(1);
});

test('keys that follow faster than frames each act on what the one before has opened or closed', async () => {
  await hydrate(Example, {});
  await press('{Tab}');
  await press('{ArrowDown}');
  /** Key after key without a frame in between. */
  const pressAtOnce = async (...keys: string[]) => {
    for (const key of keys) {
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await Promise.resolve();
    }
  };
  await pressAtOnce('ArrowRight', 'ArrowRight', 'ArrowDown');
  await expect.element(item('装配车间')).toHaveFocus();
  await pressAtOnce('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  await expect.element(item('总部')).toHaveFocus();
  await expect.element(item('生产部')).toHaveAttribute('aria-expanded', 'false');
});

test('a key pressed as soon as a node is shown closed acts on what is shown', async () => {
  await hydrate(Example, {});
  await press('{Tab}');
  await press('{ArrowDown}{ArrowRight}');
  await expect.element(item('生产部')).toHaveAttribute('aria-expanded', 'true');
  const closed = new MutationObserver(() =>
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })),
  );
  closed.observe(item('生产部').element(), { attributeFilter: ['aria-expanded'] });
  await press('{ArrowLeft}');
  await expect.element(item('总部')).toHaveFocus();
  closed.disconnect();
  await expect.element(item('生产部')).toHaveAttribute('aria-expanded', 'false');
});

test('a key pressed after the frame that closes a node acts on the closed node', async () => {
  await hydrate(Example, {});
  await press('{Tab}');
  await press('{ArrowDown}{ArrowRight}');
  await expect.element(item('生产部')).toHaveAttribute('aria-expanded', 'true');
  const pressLeft = () =>
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
  pressLeft();
  requestAnimationFrame(() => setTimeout(pressLeft));
  await expect.element(item('总部')).toHaveFocus();
  await expect.element(item('生产部')).toHaveAttribute('aria-expanded', 'false');
});

test('with a keyword only what it finds is shown, and what is above', async () => {
  await hydrate(Example, { keyword: '车间' });
  expect(shown()).toEqual(['总部30 人', '-生产部20 人', '--焊接车间8 人', '--装配车间12 人']);
});

const grabbed = async (name: string) => {
  await expect.element(item(name)).toHaveAttribute('draggable', 'true');
  return item(name);
};
const at = (share: number) => ({ targetPosition: { x: 120, y: Math.round(36 * share) }, steps: 4 });

test('a node is dropped onto another one, or between siblings', async () => {
  await hydrate(Example, { isMovable: true });
  await userEvent.dragAndDrop(await grabbed('质量部'), item('生产部'), at(0.5));
  await expect.poll(() => moves).toEqual([['质量部', { parentId: '生产部', place: 2 }]]);
  // Opened, to show it.
  await expect.element(item('质量部')).toHaveAttribute('aria-level', '3');
  await expect.element(page.getByRole('status')).toHaveTextContent('质量部已移到生产部下');
  await userEvent.dragAndDrop(item('质量部'), item('焊接车间'), at(0.1));
  await userEvent.dragAndDrop(item('Sales'), item('总部'), at(0.1));
  await userEvent.dragAndDrop(item('焊接车间'), item('装配车间'), at(0.9));
  await expect
    .poll(() => moves.slice(1))
    .toEqual([
      ['质量部', { parentId: '生产部', place: 0 }],
      ['Sales', { parentId: null, place: 0 }],
      ['焊接车间', { parentId: '生产部', place: 2 }],
    ]);
  await expect
    .poll(shown)
    .toEqual(['Sales', '总部30 人', '-生产部20 人', '--质量部停用10 人', '--装配车间12 人', '--焊接车间8 人']);
});

test('nothing is dropped below itself, on what is fixed, or where it is already', async () => {
  const nodes = [...NODES, node('固定', null, undefined, true), node('固定下', '固定')];
  await hydrate(Example, { isMovable: true, nodes });
  await userEvent.dragAndDrop(await grabbed('总部'), item('生产部'), at(0.5));
  await userEvent.dragAndDrop(item('Sales'), item('固定'), at(0.5));
  await userEvent.dragAndDrop(item('固定'), item('Sales'), at(0.5));
  await userEvent.dragAndDrop(item('生产部'), item('质量部'), at(0.1));
  await userEvent.dragAndDrop(item('质量部'), item('Sales'), at(0.5));
  await expect.poll(() => moves).toEqual([['质量部', { parentId: 'Sales', place: 0 }]]);
});

test('a closed node opens when something is held over it', async () => {
  await hydrate(Example, { isMovable: true });
  const drag = await startDrag((await grabbed('Sales')).element());
  const { top, height } = item('生产部').element().getBoundingClientRect();
  drag('dragenter', item('生产部').element(), top + height / 2);
  await expect.element(item('生产部')).toHaveAttribute('data-drop', 'inside');
  await expect.element(item('焊接车间')).toBeVisible();
  // Beside an open node is before it, or before its first child.
  drag('dragover', item('生产部').element(), top + height - 2);
  await expect.element(item('生产部')).toHaveAttribute('data-drop', 'inside');
  drag('dragover', item('生产部').element(), top + 2);
  await expect.element(item('生产部')).toHaveAttribute('data-drop', 'before');
  drag('dragend', item('Sales').element(), 0);
  await expect.element(item('生产部')).not.toHaveAttribute('data-drop');
  expect(moves).toEqual([]);
});

test('the same by keyboard: a dialog with a search and the place', async () => {
  await hydrate(Example, { isMovable: true });
  const button = page.getByRole('button', { name: '移动到…' });
  await expect.element(button).toBeDisabled();
  await item('质量部').click();
  await button.click();
  const dialog = page.getByRole('dialog', { name: '移动质量部' });
  const targets = () =>
    dialog
      .getByRole('radio')
      .elements()
      .map((each) => (each as HTMLInputElement).labels![0]!.textContent);
  // The click has returned before the dialog is rendered.
  await expect
    .poll(targets)
    .toEqual(['最上级', '总部', '生产部总部', '焊接车间总部 / 生产部', '装配车间总部 / 生产部', 'Sales']);
  await expect.element(dialog.getByRole('radio', { name: '总部', exact: true })).toBeChecked();
  await userEvent.fill(dialog.getByLabelText('按名称搜索'), '生产');
  expect(targets()).toEqual(['生产部总部']);
  await dialog.getByRole('radio').click();
  await expect.element(dialog.getByLabelText('位置')).toHaveDisplayValue('排在装配车间之后');
  await userEvent.selectOptions(dialog.getByLabelText('位置'), '排在焊接车间之后');
  await dialog.getByRole('button', { name: '移动', exact: true }).click();
  await expect.poll(() => moves).toEqual([['质量部', { parentId: '生产部', place: 1 }]]);
  await expect.element(button).toHaveFocus();
  await expect.element(page.getByRole('status')).toHaveTextContent('质量部已移到生产部下');
});

test('siblings with an order of their own are not dropped between each other', async () => {
  await hydrate(Example, { isMovable: true, hasOwnOrder: true });
  await userEvent.dragAndDrop(await grabbed('Sales'), item('生产部'), at(0.05));
  await expect.poll(() => moves).toEqual([['Sales', { parentId: '生产部', place: 2 }]]);
  await item('质量部').click();
  await page.getByRole('button', { name: '移动到…' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(page.getByLabelText('位置').query()).toBeNull();
});

test('a large tree has only its open nodes in the page, and a step changes two of them', async () => {
  const nodes = Array.from({ length: 2_000 }, (_, n) =>
    node(`n${n}`, n === 0 ? null : n < 40 ? 'n0' : `n${1 + (n % 39)}`),
  );
  await hydrate(Example, { nodes, isMovable: true });
  expect(shown()).toHaveLength(40);
  item('n1$').element().querySelector<HTMLElement>('.tree-turn')!.click();
  await press('{Tab}');
  await press('{ArrowDown}*');
  await expect.poll(() => shown().length).toBe(2_000);
  await expect.poll(() => tree.element().querySelectorAll('[draggable]').length).toBe(2_000);
  const changed = new Set<Node>();
  const observer = new MutationObserver((all) => all.forEach(({ target }) => changed.add(target)));
  observer.observe(tree.element(), { subtree: true, attributes: true, childList: true });
  await press('{ArrowDown}');
  await expect.element(tree.getByRole('treeitem').nth(2)).toHaveFocus();
  await expect.poll(() => changed.size).toBe(2);
  observer.disconnect();
});

test('a node that is selected from outside is shown', async () => {
  const Outside = island(function Outside() {
    const [selected, setSelected] = useState<string | null>(null);
    return (
      <>
        <Tree label="部门" nodes={NODES} selected={selected} onSelect={setSelected} />
        <button type="button" onClick={() => setSelected('焊接车间')}>
          选择
        </button>
      </>
    );
  });
  await hydrate(Outside, {});
  await expect.element(item('生产部')).toBeVisible();
  await expect.element(item('焊接车间')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: '选择' }));
  await expect.element(item('焊接车间')).toBeVisible();
  // It can be closed again.
  await userEvent.click(item('生产部'));
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(item('焊接车间')).not.toBeInTheDocument();
});

test('a tree that scrolls begins at the node that is selected', async () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.tree { max-height: 6rem; overflow-y: auto; }');
  document.adoptedStyleSheets.push(sheet);
  try {
    const nodes = Array.from({ length: 60 }, (_, n) => node(`n${n}`, null));
    await hydrate(Example, { nodes, selected: 'n45' });
    const [tree, row] = ['tree', 'treeitem'].map((role) =>
      page
        .getByRole(role, role === 'treeitem' ? { name: 'n45' } : {})
        .element()
        .getBoundingClientRect(),
    ) as [DOMRect, DOMRect];
    expect(row.top).toBeGreaterThanOrEqual(tree.top);
    expect(row.bottom).toBeLessThanOrEqual(tree.bottom);
  } finally {
    document.adoptedStyleSheets.pop();
  }
});
