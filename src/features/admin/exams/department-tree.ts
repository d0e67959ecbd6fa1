/** A department with those directly below it, in order. */
export type Department = { path: string; name: string; below: Department[] };

/**
 * Returns departments as a tree. Departments above a path are part of it, also if nobody is directly in them.
 * @param paths e.g. `总部/华东/上海`
 * @param compare order of names
 */
export function departmentTree(paths: string[], compare: (a: string, b: string) => number): Department[] {
  const known = new Map<string, Department>();
  const top: Department[] = [];
  for (const path of paths) {
    let siblings = top;
    const names = path.split('/');
    for (const [i, name] of names.entries()) {
      const own = names.slice(0, i + 1).join('/');
      let department = known.get(own);
      if (!department) {
        department = { path: own, name, below: [] };
        known.set(own, department);
        siblings.push(department);
      }
      siblings = department.below;
    }
  }
  const sort = (departments: Department[]) => {
    departments.sort((a, b) => compare(a.name, b.name));
    for (const { below } of departments) sort(below);
  };
  sort(top);
  return top;
}

/** Returns the part of a tree whose names contain a keyword, with everything above and below them. */
export function findDepartments(tree: Department[], keyword: string): Department[] {
  const wanted = keyword.toLocaleLowerCase();
  return tree.flatMap((department) => {
    if (department.name.toLocaleLowerCase().includes(wanted)) return [department];
    const below = findDepartments(department.below, keyword);
    return below.length > 0 ? [{ ...department, below }] : [];
  });
}

/** Whether a department is in one of the chosen ones: itself or below it. */
export const isWithin = (path: string, chosen: string[]): boolean =>
  chosen.some((one) => path === one || path.startsWith(`${one}/`));

/** Adds a department to the chosen ones: it replaces those below it. */
export const withDepartment = (chosen: string[], path: string): string[] => [
  ...chosen.filter((one) => !isWithin(one, [path])),
  path,
];
