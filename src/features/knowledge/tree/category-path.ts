type Category = { id: string; name: string; parentId: string | null };

/** A category and its ancestors, from the top down; empty for none and for an unknown one. */
export function categoryPath<T extends Category>(categories: T[], id: string | null | undefined): T[] {
  const path: T[] = [];
  for (let at = categories.find((category) => category.id === id); at;) {
    path.unshift(at);
    const { parentId } = at;
    at = categories.find((category) => category.id === parentId);
  }
  return path;
}
