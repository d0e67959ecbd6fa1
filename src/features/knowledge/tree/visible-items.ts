export type Category = { id: string; name: string; parentId: string | null };
/** A row of the tree; `id` is null for the row for all categories. */
export type Item = { id: string | null; name: string; parentId: string | null; hasChildren: boolean };

/** The visible rows, from the top down: those whose ancestors are all open. */
export function visibleItems(categories: Category[], all: string, open: ReadonlySet<string>): Item[] {
  const below = (parentId: string | null): Item[] =>
    categories
      .filter((category) => category.parentId === parentId)
      .flatMap(({ id, name }) => [
        { id, name, parentId, hasChildren: categories.some((category) => category.parentId === id) },
        ...(open.has(id) ? below(id) : []),
      ]);
  return [{ id: null, name: all, parentId: null, hasChildren: false }, ...below(null)];
}

/** Effect of a key in a tree: focusing a row, or opening or closing the branch of the current one. Null: none. */
export type Move = { to: string | null } | { open: string } | { close: string } | null;

/**
 * Keys of a tree by the ARIA Authoring Practices: Up and Down, Home and End; Right opens a branch or enters it, Left
 * closes it or moves to its parent; a letter moves to the next row that begins with it.
 */
export function moveOf(items: Item[], current: string | null, isOpen: (id: string) => boolean, key: string): Move {
  const at = items.findIndex(({ id }) => id === current);
  const item = items[at]!;
  const to = (target: Item | undefined): Move => (target ? { to: target.id } : null);
  switch (key) {
    case 'ArrowDown':
      return to(items[at + 1]);
    case 'ArrowUp':
      return to(items[at - 1]);
    case 'Home':
      return to(items[0]);
    case 'End':
      return to(items.at(-1));
    case 'ArrowRight':
      if (!item.id || !item.hasChildren) return null;
      return isOpen(item.id) ? to(items[at + 1]) : { open: item.id };
    case 'ArrowLeft':
      if (item.id && item.hasChildren && isOpen(item.id)) return { close: item.id };
      return item.parentId ? { to: item.parentId } : null;
    default:
      if (key.length > 1 || key === ' ') return null;
      return to([...items.slice(at + 1), ...items.slice(0, at)].find(({ name }) => startsWith(name, key)));
  }
}

const startsWith = (name: string, key: string) => name.toLowerCase().startsWith(key.toLowerCase());
