import { memo, type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import type { Move, ShownNode, TreeNode } from './tree-nodes.ts';
import { type Spot, useDrag } from './use-drag.ts';

/** For this time something is held over a closed node before that opens, ms. */
const OPEN_AFTER_MS = 600;

/** What a row asks of its tree. */
export type Acts = {
  turn: (id: string, isOpen?: boolean) => void;
  onSelect: (id: string) => void;
  setCurrent: (id: string) => void;
  spotsFor: (dragged: string, target: string) => readonly Spot[];
  move: (id: string, to: Move) => void;
  drop: (dragged: string, target: string, spot: Spot) => void;
};
export type Latest = { readonly current: Acts };

type RowProps = {
  list: string;
  acts: Latest;
  node: TreeNode;
  count: string | undefined;
  badges: ((node: TreeNode) => ReactNode) | undefined;
  level: number;
  place: number;
  size: number;
  /** Undefined: it has no children. */
  isOpen: boolean | undefined;
  isEntry: boolean;
  isSelected: boolean;
  isMovable: boolean;
  takesDrops: boolean;
};

function isSameFlat(a: object, b: object): boolean {
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const name in one) if (!Object.is(one[name], other[name])) return false;
  for (const name in other) if (!(name in one)) return false;
  return true;
}
/** Nodes and functions are new with each render, in a tree of hundreds of rows of which one has changed. */
const isSameRow = ({ node, badges: _, ...row }: RowProps, { node: nextNode, badges: __, ...next }: RowProps) =>
  isSameFlat(node, nextNode) && isSameFlat(row, next);

/** A node of a tree as a row. It is rendered again only when what it shows changes. */
const TreeRow = memo(function TreeRow(props: RowProps) {
  const { list, acts, node, count, badges, level, place, size, isOpen, isEntry, isSelected, isMovable } = props;
  const { id, label } = node;
  const element = useRef<HTMLLIElement>(null);
  const { isDragged, spot } = useDrag({
    ...{ element, handle: element, list, id, isMovable, takesDrops: props.takesDrops },
    spotsFor: (dragged) => acts.current.spotsFor(dragged, id),
    onDrop: (dragged, where) => acts.current.drop(dragged, id, where),
  });
  const isHeldOver = spot === 'inside' && isOpen === false;
  useEffect(() => {
    if (!isHeldOver) return;
    const timer = setTimeout(() => acts.current.turn(id, true), OPEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isHeldOver, acts, id]);
  return (
    <li
      ref={element}
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={size}
      aria-expanded={isOpen}
      aria-selected={isSelected}
      tabIndex={isEntry ? 0 : -1}
      className="tree-row"
      data-drop={spot ?? undefined}
      data-dragged={isDragged || undefined}
      onFocus={() => acts.current.setCurrent(id)}
      onClick={() => acts.current.onSelect(id)}
    >
      {isOpen !== undefined && (
        <span
          className="tree-turn"
          onClick={(event) => {
            event.stopPropagation();
            acts.current.turn(id);
          }}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} className="size-4" />
        </span>
      )}
      <span className="min-w-0 grow break-words">{label}</span>
      {badges?.(node)}
      {count !== undefined && <span className="shrink-0 text-sm text-muted tabular-nums">{count}</span>}
    </li>
  );
}, isSameRow);

export type BlockProps = Pick<RowProps, 'list' | 'acts' | 'badges'> & {
  rows: readonly ShownNode[];
  /** The browser leaves it out while it is outside of the screen; `tree.css` knows its height. */
  isFull: boolean;
  /** Nodes that are open, also in other blocks. */
  open: ReadonlySet<string>;
  countText: (count: number) => string;
  /** The node that Tab leads to, and the selected one, if they are in this block. */
  entry: string | undefined;
  selected: string | undefined;
  takesDrops: boolean;
};

const isSameBlock = (
  { rows, open, badges: _, countText: __, ...block }: BlockProps,
  { rows: nextRows, open: nextOpen, badges: ___, countText: ____, ...next }: BlockProps,
) =>
  isSameFlat(block, next) &&
  ((rows === nextRows && open === nextOpen) ||
    (rows.length === nextRows.length &&
      rows.every(({ node, ...row }, at) => {
        const { node: nextNode, ...nextRow } = nextRows[at]!;
        return (
          open.has(node.id) === nextOpen.has(nextNode.id) && isSameFlat(node, nextNode) && isSameFlat(row, nextRow)
        );
      })));

/** Rows of a tree that are laid out together. Of hundreds of rows only those of the blocks that change are looked at. */
export const TreeBlock = memo(function TreeBlock(props: BlockProps) {
  const { rows, isFull, open, entry, selected, countText, takesDrops, ...shared } = props;
  return (
    <ul role="none" className={isFull ? 'tree-block' : ''}>
      {rows.map(({ node, level, place, size, hasChildren }) => (
        <TreeRow
          key={node.id}
          {...shared}
          {...{ node, level, place, size, takesDrops }}
          count={node.count === undefined ? undefined : countText(node.count)}
          isOpen={hasChildren ? open.has(node.id) : undefined}
          isEntry={node.id === entry}
          isSelected={node.id === selected}
          isMovable={takesDrops && !node.isFixed}
        />
      ))}
    </ul>
  );
}, isSameBlock);
