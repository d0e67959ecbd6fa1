/** A node of a tree. Siblings are in the order of the list of nodes. */
export type TreeNode = {
  id: string;
  /** Null: at the top. A node whose parent is not in the list is at the top, too. */
  parentId: string | null;
  label: string;
  /** A number behind the label, e.g. of members. */
  count?: number;
  /** It is not moved, and nothing is moved into it. */
  isFixed?: boolean;
  /** Nothing is moved into it. */
  isLeaf?: boolean;
  /** It is moved among those at the top only. */
  isSection?: boolean;
};

/** A tree by its nodes and their children. `null` stands for what is above the top. */
export type TreeIndex<N extends TreeNode = TreeNode> = {
  nodes: ReadonlyMap<string, N>;
  below: (id: string | null) => readonly N[];
  parentOf: (id: string) => string | null;
};

export function indexTree<N extends TreeNode>(list: readonly N[]): TreeIndex<N> {
  const nodes = new Map(list.map((node) => [node.id, node]));
  const children = new Map<string | null, N[]>();
  const parentOf = (id: string) => {
    const parentId = nodes.get(id)?.parentId ?? null;
    return parentId !== null && nodes.has(parentId) ? parentId : null;
  };
  for (const node of list) {
    const parentId = parentOf(node.id);
    const siblings = children.get(parentId);
    if (siblings) siblings.push(node);
    else children.set(parentId, [node]);
  }
  return { nodes, parentOf, below: (id) => children.get(id) ?? [] };
}

/** The nodes above one, from the top, and itself. */
export function lineOf<N extends TreeNode>({ nodes, parentOf }: TreeIndex<N>, id: string): N[] {
  const line: N[] = [];
  for (let at: string | null = id; at !== null; at = parentOf(at)) line.unshift(nodes.get(at)!);
  return line;
}

/** A node that is shown, with what `aria` says about it. */
export type ShownNode<N extends TreeNode = TreeNode> = {
  node: N;
  /** 1: at the top. */
  level: number;
  /** Place among its siblings, from 1. */
  place: number;
  size: number;
  hasChildren: boolean;
};

/**
 * The nodes that are shown, from top to bottom: those whose parents are all open.
 * @param shows only these are shown; undefined: all
 */
export function shownNodes<N extends TreeNode>(
  { below }: TreeIndex<N>,
  open: ReadonlySet<string>,
  shows?: ReadonlySet<string>,
): ShownNode<N>[] {
  const shown: ShownNode<N>[] = [];
  const childrenOf = (id: string | null) => (shows ? below(id).filter((node) => shows.has(node.id)) : below(id));
  const add = (siblings: readonly N[], level: number) => {
    for (const [at, node] of siblings.entries()) {
      const children = childrenOf(node.id);
      shown.push({ node, level, place: at + 1, size: siblings.length, hasChildren: children.length > 0 });
      if (children.length > 0 && open.has(node.id)) add(children, level + 1);
    }
  };
  add(childrenOf(null), 1);
  return shown;
}

/** Rows that the browser leaves out together while they are outside of the screen; `tree.css` knows their height. */
const BLOCK = 10;

/** Rows that are laid out together. */
type Block<N extends TreeNode = TreeNode> = { key: string; isFull: boolean; rows: ShownNode<N>[] };

/**
 * Divides the rows into blocks. None has rows of two nodes at the top (below a single one) that have children: otherwise all rows after a node
 * that is closed or opened would get into other blocks, and be made again.
 */
export function blocksOf<N extends TreeNode>(shown: readonly ShownNode<N>[]): Block<N>[] {
  const blocks: Block<N>[] = [];
  const top = shown.some(({ level }, at) => at > 0 && level === 1) ? 1 : 2;
  /** The node at the top whose rows are divided, or the one before a run of nodes without children. */
  let group = '';
  let isRun = true;
  let part = 0;
  for (const row of shown) {
    const isNew = row.level <= top && (row.hasChildren || !isRun);
    if (isNew) {
      isRun = !row.hasChildren;
      group = isRun ? `${group} >` : row.node.id;
      part = 0;
    }
    const last = blocks.at(-1);
    if (last && !isNew && !last.isFull) last.rows.push(row);
    else blocks.push({ key: `${group} ${part++}`, isFull: false, rows: [row] });
    const current = blocks.at(-1)!;
    current.isFull = current.rows.length === BLOCK;
  }
  return blocks;
}

/** Ids of the nodes whose labels contain a keyword, and of those above them. */
export function findNodes<N extends TreeNode>(tree: TreeIndex<N>, keyword: string): Set<string> {
  const wanted = keyword.trim().toLocaleLowerCase();
  const found = new Set<string>();
  for (const node of tree.nodes.values())
    if (node.label.toLocaleLowerCase().includes(wanted))
      for (const { id } of lineOf(tree, node.id).reverse()) {
        if (found.has(id)) break;
        found.add(id);
      }
  return found;
}

/** Where a node is moved: `place` is its place among the others there, from 0. */
export type Move = { parentId: string | null; place: number };

/** Whether a node may be moved below another one: not below itself or what is below it, not into a leaf, and a section not at all. */
export function canMoveInto<N extends TreeNode>(tree: TreeIndex<N>, id: string, parentId: string | null): boolean {
  const node = tree.nodes.get(id);
  if (node?.isFixed) return false;
  if (parentId === null) return true;
  if (node?.isSection) return false;
  const { isFixed, isLeaf } = tree.nodes.get(parentId)!;
  return !isFixed && !isLeaf && !lineOf(tree, parentId).some((above) => above.id === id);
}

/** Where a node gets by a drop on another one. */
export function moveOf<N extends TreeNode>(
  tree: TreeIndex<N>,
  id: string,
  target: string,
  spot: 'before' | 'inside' | 'after',
): Move {
  if (spot === 'inside') return { parentId: target, place: tree.below(target).filter((node) => node.id !== id).length };
  const parentId = tree.parentOf(target);
  const others = tree.below(parentId).filter((node) => node.id !== id);
  return { parentId, place: others.findIndex((node) => node.id === target) + (spot === 'after' ? 1 : 0) };
}

/** Whether a move leaves everything where it is. */
export function isSamePlace<N extends TreeNode>(tree: TreeIndex<N>, id: string, { parentId, place }: Move): boolean {
  return tree.parentOf(id) === parentId && tree.below(parentId).findIndex((node) => node.id === id) === place;
}
