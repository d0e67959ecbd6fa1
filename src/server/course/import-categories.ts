import { localizedText, syncByCode, type Importing } from '#src/server/pack/importing.ts';
import { category } from './tables.ts';

/** Imports categories, parents before their children. @returns ids by code */
export function importCategories(importing: Importing): Promise<Map<string, string>> {
  const all = importing.pack.site.categories;
  const depth = (code: string | undefined): number => {
    const found = all.find((entry) => entry.code === code);
    return found ? 1 + depth(found.parent) : 0;
  };
  const rows = all
    .map((entry, sort) => ({ ...entry, sort, depth: depth(entry.code) }))
    .sort((a, b) => a.depth - b.depth || a.sort - b.sort);
  return syncByCode(importing, 'category', category, function* (ids) {
    for (const { code, name, parent, sort } of rows) {
      yield { code, name: localizedText(importing, name), parentId: parent ? ids.get(parent) : null, sort };
    }
  });
}
