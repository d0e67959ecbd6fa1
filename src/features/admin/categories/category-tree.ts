import type { Data } from '#src/contract/calls.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { localizedText } from '#src/lib/localized.ts';
import { indexTree } from '../kit/tree-nodes.ts';

export const LIST = 'GET /system/auth/content/category/list';
export type Category = Data<typeof LIST>['categories'][number];

export const nameOf = ({ name }: Pick<Category, 'name'>, locale: Locale): string =>
  localizedText({ ...(name.zh && { zh: name.zh }), ...(name.en && { en: name.en }) }, locale);

/** All categories for a choice, in the order of the tree; those below another one are indented. */
export function categoryOptions(categories: readonly Category[], locale: Locale): { id: string; label: string }[] {
  const tree = indexTree(categories.map((each) => ({ ...each, label: nameOf(each, locale) })));
  const walk = (parent: string | null, level: number): { id: string; label: string }[] =>
    tree
      .below(parent)
      .flatMap(({ id, label }) => [{ id, label: '\u3000'.repeat(level) + label }, ...walk(id, level + 1)]);
  return walk(null, 0);
}
