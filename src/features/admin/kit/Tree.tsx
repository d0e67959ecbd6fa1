import './tree.css';
import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { MoveNode } from './MoveNode.tsx';
import {
  blocksOf,
  canMoveInto,
  findNodes,
  indexTree,
  isSamePlace,
  lineOf,
  type Move,
  type ShownNode,
  moveOf,
  shownNodes,
  type TreeIndex,
  type TreeNode,
} from './tree-nodes.ts';
import { type Acts, type BlockProps, TreeBlock } from './TreeRow.tsx';
import type { Spot } from './use-drag.ts';

type Props<N extends TreeNode> = {
  label: string;
  /** Siblings in their order. */
  nodes: readonly N[];
  selected: string | null;
  onSelect: (id: string) => void;
  /** Only nodes whose labels contain it are shown, with those above them. */
  keyword?: string;
  /** What the number of a node means, e.g. "12 people". */
  countText?: (count: number) => string;
  /** More about a node, behind its label. It depends on the node alone: a row is rendered again when that changes. */
  badges?: (node: N) => ReactNode;
  /** Moves a node that was dropped, or moved by the dialog; without it nodes stay where they are. */
  onMove?: (id: string, to: Move) => void;
  /** Siblings have an order of their own, e.g. by name: nodes are moved onto others, not between them. */
  hasOwnOrder?: boolean;
  /** Nothing is moved to the top. */
  isTopFixed?: boolean;
  /** Buttons beside "Move to …". */
  commands?: ReactNode;
};

/**
 * A tree of which only open nodes show their children; at first those at the top are open. By keyboard as the tree view pattern of
 * WAI-ARIA says: arrows, Home, End, `*`, the first letter, Enter. Nodes are moved by dragging, or by "Move to …" for the selected one.
 */
export function Tree<N extends TreeNode>(props: Props<N>) {
  const { label, nodes, selected, onSelect, keyword = '', countText = String, badges, onMove, commands } = props;
  const t = useT();
  const list = useId();
  const element = useRef<HTMLDivElement>(null);
  const tree = useMemo(() => indexTree(nodes), [nodes]);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => withLine(tree, selected));
  // A node that is selected from outside, like one that was just added, is shown.
  const [seen, setSeen] = useState(selected);
  if (selected !== seen && (selected === null || tree.nodes.has(selected))) {
    setSeen(selected);
    if (
      selected !== null &&
      lineOf(tree, selected)
        .slice(0, -1)
        .some(({ id }) => !open.has(id))
    )
      setOpen(
        new Set([
          ...open,
          ...lineOf(tree, selected)
            .slice(0, -1)
            .map(({ id }) => id),
        ]),
      );
  }
  const [current, setCurrent] = useState<string | null>(null);
  const [isMoving, setMoving] = useState(false);
  const [moved, setMoved] = useState('');
  const found = useMemo(() => (keyword.trim() ? findNodes(tree, keyword) : undefined), [tree, keyword]);
  const shown = useMemo(() => shownNodes(tree, found ?? open, found), [tree, open, found]);
  const blocks = useMemo(() => blocksOf(shown), [shown]);
  /** The node that Tab leads to. */
  const entry = [current, selected].find((id) => shown.some(({ node }) => node.id === id)) ?? shown[0]?.node.id;

  /** What is opened or closed after the next frame; a key that is pressed earlier does it first. */
  const waiting = useRef<() => void>(null);
  const openSoon = (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => {
    waiting.current?.();
    const act = () => {
      waiting.current = null;
      setOpen(change);
    };
    waiting.current = act;
    afterFrame(() => {
      // Rendered at once: a key that came before the render would act on what was open before.
      if (waiting.current === act) flushSync(act);
    });
  };
  const turn = (id: string, isOpen?: boolean) =>
    openSoon((before) => {
      const next = new Set(before);
      if (isOpen ?? !before.has(id)) next.add(id);
      else next.delete(id);
      return next;
    });
  const focus = (at: number) => {
    element.current!.getElementsByTagName('li')[at]?.focus();
  };
  const move = (id: string, to: Move) => {
    if (isSamePlace(tree, id, to)) return;
    const name = tree.nodes.get(id)!.label;
    const parent = to.parentId === null ? t('admin:tree.top') : tree.nodes.get(to.parentId)!.label;
    setMoved(t('admin:tree.moved', { name, parent }));
    const into = to.parentId;
    if (into !== null) setOpen((before) => new Set([...before, into]));
    setCurrent(id);
    onMove!(id, to);
  };
  const spotsFor = (dragged: string, target: string): readonly Spot[] => {
    if (!tree.nodes.has(dragged)) return [];
    const canBeside =
      !props.hasOwnOrder && canMoveInto(tree, dragged, tree.parentOf(target)) && !isTop(target) && dragged !== target;
    const isAbove = lineOf(tree, target).some(({ id }) => id === dragged);
    const spots: Spot[] = [];
    if (canBeside && !isAbove) spots.push('before');
    if (canMoveInto(tree, dragged, target)) spots.push('inside');
    // Below an open node its children are shown: before the first of them is a place of its own.
    if (canBeside && !isAbove && !(open.has(target) && tree.below(target).length > 0)) spots.push('after');
    return spots;
  };
  const isTop = (id: string) => Boolean(props.isTopFixed) && tree.parentOf(id) === null;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = shown.findIndex(({ node }) => node.id === entry);
    const next = keyAction(event.key, { tree, shown, at, open: found ?? open });
    if (!next) return;
    event.preventDefault();
    if (next.focus !== undefined) focus(next.focus);
    // With a keyword everything that was found is open.
    if (next.turn !== undefined && !found) turn(next.turn);
    const { open: opened } = next;
    if (opened && !found) openSoon((before) => new Set([...before, ...opened]));
    if (next.select !== undefined) onSelect(next.select);
  };

  /** After the next frame, which shows that the dialog is left, or that nothing is dragged: in a large tree a move takes longer than one. */
  const moveSoon = (id: string, to: Move) =>
    afterFrame(() => {
      setMoving(false);
      startTransition(() => acts.current.move(id, to));
    });
  const drop = (dragged: string, target: string, spot: Spot) => moveSoon(dragged, moveOf(tree, dragged, target, spot));
  /** In a tree that scrolls, the node that is selected at first may be far down. */
  const scrollToSelected = useRef(() => {
    const rows = element.current!;
    const row = rows.getElementsByTagName('li')[shown.findIndex(({ node }) => node.id === selected)];
    if (!row || rows.scrollHeight <= rows.clientHeight) return;
    const below = row.getBoundingClientRect().top - rows.getBoundingClientRect().top;
    rows.scrollTop += below - (rows.clientHeight - row.clientHeight) / 2;
  });
  useEffect(() => scrollToSelected.current(), []);
  const acts = useLatest<Acts>({ turn, onSelect, setCurrent, spotsFor, move, drop });
  const keys = useLatest({ onKeyDown });
  const chosen = selected === null ? undefined : tree.nodes.get(selected);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {(onMove || commands) && (
        <div className="flex flex-wrap gap-2">
          {onMove && (
            <button
              type="button"
              className="btn border-base-300 bg-base-100 btn-sm"
              disabled={!chosen || chosen.isFixed}
              onClick={() => afterFrame(() => setMoving(true))}
            >
              <Icon name="move" className="size-4" />
              {t('admin:tree.moveTo')}
            </button>
          )}
          {commands}
        </div>
      )}
      <div
        ref={element}
        role="tree"
        aria-label={label}
        className="tree"
        onKeyDown={(event) => {
          if (waiting.current) flushSync(waiting.current);
          keys.current.onKeyDown(event);
        }}
      >
        {blocks.map(({ key, isFull, rows }) => (
          <TreeBlock
            key={key}
            {...{ list, acts, rows, isFull, countText }}
            badges={badges as BlockProps['badges']}
            open={found ?? open}
            entry={rows.find(({ node }) => node.id === entry)?.node.id}
            selected={rows.find(({ node }) => node.id === selected)?.node.id}
            takesDrops={Boolean(onMove)}
          />
        ))}
      </div>
      {found?.size === 0 && <p className="px-2 text-sm text-muted">{t('admin:tree.none')}</p>}
      <p role="status" className="sr-only">
        {moved}
      </p>
      {isMoving && chosen && (
        <MoveNode
          {...{ tree, node: chosen, hasOwnOrder: props.hasOwnOrder, isTopFixed: props.isTopFixed }}
          onMove={(to) => moveSoon(chosen.id, to)}
          onClose={() => afterFrame(() => setMoving(false))}
        />
      )}
    </div>
  );
}

/**
 * Does something in a task of its own after the next frame, which shows what was pressed. To open or close a dialog styles all of the page that
 * is laid out anew, because what is behind it becomes inert; to open or close a chapter lays out the rows of it and those below.
 */
const afterFrame = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

/** What is open at first: the nodes at the top, and those above the selected one. */
function withLine(tree: TreeIndex, selected: string | null): Set<string> {
  const above = selected !== null && tree.nodes.has(selected) ? lineOf(tree, selected).slice(0, -1) : [];
  return new Set([...tree.below(null), ...above].map(({ id }) => id));
}

type Reached = { focus?: number; turn?: string; open?: string[]; select?: string };
type Keys = { tree: TreeIndex; shown: ShownNode[]; at: number; open: ReadonlySet<string> };

/** What a key does at a node of the tree; undefined: nothing. */
function keyAction(key: string, { tree, shown, at, open }: Keys): Reached | undefined {
  const own = shown[at];
  if (!own) return;
  const { id } = own.node;
  const isOpen = own.hasChildren && open.has(id);
  switch (key) {
    case 'ArrowDown':
      return { focus: Math.min(at + 1, shown.length - 1) };
    case 'ArrowUp':
      return { focus: Math.max(at - 1, 0) };
    case 'Home':
      return { focus: 0 };
    case 'End':
      return { focus: shown.length - 1 };
    case 'ArrowRight':
      if (!own.hasChildren) return {};
      return isOpen ? { focus: at + 1 } : { turn: id };
    case 'ArrowLeft':
      if (isOpen) return { turn: id };
      return own.level === 1 ? {} : { focus: shown.findIndex(({ node }) => node.id === tree.parentOf(id)) };
    case '*':
      return { open: tree.below(tree.parentOf(id)).map((sibling) => sibling.id) };
    case 'Enter':
    case ' ':
      return { select: id };
  }
  if (key.length !== 1) return;
  const wanted = key.toLocaleLowerCase();
  const after = [...shown.slice(at + 1), ...shown.slice(0, at + 1)];
  const next = after.find(({ node }) => node.label.toLocaleLowerCase().startsWith(wanted));
  return next ? { focus: shown.indexOf(next) } : undefined;
}

/** The functions of what is shown, in an object that stays: rows are rendered again only when what they show changes. */
function useLatest<T>(acts: T): { readonly current: T } {
  const latest = useRef(acts);
  useLayoutEffect(() => {
    latest.current = acts;
  });
  return latest;
}
