const COUNTS = [
  ...(['audience', 'taken', 'passed', 'failed', 'awaitingMarking', 'absent', 'waiting', 'resits'] as const),
  ...(['certificates', 'scored'] as const),
] as const;

/** Sums over the people of one department, without the departments below; scores in hundredths. */
export type DepartmentSums = Record<(typeof COUNTS)[number] | 'scoreSum', number> & { department: string | null };

const NONE: Omit<DepartmentSums, 'department'> = {
  ...{ audience: 0, taken: 0, passed: 0, failed: 0, awaitingMarking: 0, absent: 0, waiting: 0, resits: 0 },
  ...{ certificates: 0, scored: 0, scoreSum: 0 },
};

/**
 * Adds up the results of departments, each with all departments below it (decision 042), in the order of their paths.
 * People without a department are in the total only.
 */
export function departmentResults(rows: DepartmentSums[]) {
  const byPath = new Map<string, Omit<DepartmentSums, 'department'>>();
  let total = NONE;
  for (const { department, ...sums } of rows) {
    total = add(total, sums);
    const names = department === null ? [] : department.split('/');
    names.forEach((_, i) => {
      const path = names.slice(0, i + 1).join('/');
      byPath.set(path, add(byPath.get(path) ?? NONE, sums));
    });
  }
  return {
    total: withRates(total),
    departments: [...byPath]
      .sort(([a], [b]) => comparePaths(a.split('/'), b.split('/')))
      .map(([department, sums]) => ({
        department,
        depth: department.split('/').length - 1,
        ...withRates(sums),
      })),
  };
}

type Sums = Omit<DepartmentSums, 'department'>;

function add(a: Sums, b: Sums): Sums {
  const sums = { ...a, scoreSum: a.scoreSum + b.scoreSum };
  for (const name of COUNTS) sums[name] += b[name];
  return sums;
}

function withRates({ scoreSum, scored, ...counts }: Sums) {
  const final = counts.passed + counts.failed;
  return {
    ...counts,
    passRate: final > 0 ? counts.passed / final : null,
    meanScore: scored > 0 ? scoreSum / scored / 100 : null,
  };
}

/** Name by name, so that a department is directly followed by those below it. */
function comparePaths(a: string[], b: string[]): number {
  const at = a.findIndex((name, i) => name !== b[i]);
  if (at === -1) return a.length - b.length;
  return b[at] === undefined ? 1 : a[at]!.localeCompare(b[at], 'zh');
}
