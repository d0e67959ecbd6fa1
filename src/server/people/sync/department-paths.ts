import { departmentPath } from '#src/server/pack/department.ts';
import type { ChosenDepartment } from '#src/server/people/tables/sync.ts';
import type { SourceDepartment } from './providers/contact-source.ts';

/** Separators of paths, which names of departments must not have. */
const SEPARATORS = /[/／]/g;

/**
 * Where the departments of a provider are in the portal. The nearest chosen one above decides; those that are below none are left out.
 * @param targets paths of the departments of the portal that were chosen, by id
 * @returns paths by id; null: no department. One without a name is its nearest parent that has one
 */
export function departmentPaths(
  departments: readonly SourceDepartment[],
  chosen: readonly ChosenDepartment[],
  targets: ReadonlyMap<string, string>,
): Map<string, string | null> {
  const byId = new Map(departments.map((each) => [each.id, each]));
  const rules = new Map(chosen.map((each) => [each.id, each]));
  const paths = new Map<string, string | null>();
  const find = (id: string): string | null | undefined => {
    const names: string[] = [];
    const seen = new Set<string>();
    // Departments may be above themselves in a wrong answer.
    for (let at: string | null | undefined = id; at && !seen.has(at); at = byId.get(at)?.parentId) {
      seen.add(at);
      const rule = rules.get(at);
      const name = byId.get(at)?.name ?? '';
      if (!rule) {
        names.unshift(name);
        continue;
      }
      const target = rule.targetId === null ? '' : (targets.get(rule.targetId) ?? '');
      const below = rule.rule === 'flat' ? [] : names;
      const own = rule.rule === 'below' ? [name || rule.name] : [];
      const parts = [...own, ...below].map(plainName).filter((part) => part !== '');
      return departmentPath([target, ...parts].filter((part) => part !== '').join('/')) || null;
    }
    return undefined;
  };
  for (const { id } of departments) {
    const path = find(id);
    if (path !== undefined) paths.set(id, path);
  }
  return paths;
}

const plainName = (name: string) => name.replace(SEPARATORS, '-').trim();
