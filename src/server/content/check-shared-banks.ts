import { places, type Located, type Report } from '#src/server/pack/located.ts';
import { valueAt } from '#src/server/content/issues.ts';

/** Review policies, ordered by the time at which they show answers. */
const POLICIES = ['immediately', 'after_last', 'after_window', 'never'];
const DEFAULT = 'after_last';

/**
 * Warns about banks that are shared by exams with different review policies: the exam with the earlier review withholds the
 * answers until the other one shows them (docs/decisions/029). One warning per exam and bank.
 */
export function checkSharedBanks(exams: Located<unknown>[], warn: Report): void {
  for (const exam of exams) {
    const policy = policyOf(exam);
    for (const [bank, path] of banksOf(exam)) {
      const later = exams.filter((other) => policyOf(other) > policy && banksOf(other).has(bank));
      if (later.length === 0) continue;
      const others = later.map((other) => `"${String(valueAt(other.raw, ['code']))}" (${POLICIES[policyOf(other)]})`);
      const message = `bank "${bank}" is also used by ${others.join(', ')}: reviews of this exam (${POLICIES[policy]}) hide its answers until they are open for review there`;
      warn({ file: exam.file, line: exam.lineOf(path), message });
    }
  }
}

/** Returns the banks of an exam, each with the path of its first occurrence. */
function banksOf(exam: Located<unknown>): Map<string, PropertyKey[]> {
  const at = ['sections', 'questions'].flatMap((key) => places(exam.raw, [key, '*', 'bank']));
  const named = at.filter(({ value }) => typeof value === 'string');
  return new Map(named.reverse().map(({ path, value }) => [value as string, path]));
}

/** An invalid policy is reported elsewhere; here it counts as the default. */
function policyOf({ raw }: Located<unknown>): number {
  const policy = String(valueAt(raw, ['reviewPolicy']));
  return POLICIES.indexOf(POLICIES.includes(policy) ? policy : DEFAULT);
}
