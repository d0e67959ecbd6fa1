import { places, type Located, type Report } from '#src/server/content/located.ts';
import { valueAt } from '#src/server/content/issues.ts';

/** From the earliest moment at which answers may be seen to the latest. */
const POLICIES = ['immediately', 'after_window', 'never'];

/**
 * Warns about banks that exams with different review policies share: the exam that would show answers earlier keeps them
 * back until the other one shows them (docs/decisions/029). One warning for each such exam and bank.
 */
export function checkSharedBanks(exams: Located<unknown>[], warn: Report): void {
  for (const exam of exams) {
    const policy = policyOf(exam);
    for (const [bank, path] of banksOf(exam)) {
      const later = exams.filter((other) => policyOf(other) > policy && banksOf(other).has(bank));
      if (later.length === 0) continue;
      const others = later.map((other) => `"${String(valueAt(other.raw, ['code']))}" (${POLICIES[policyOf(other)]})`);
      const message = `bank "${bank}" is also drawn from by ${others.join(', ')}: reviews of this exam (${POLICIES[policy]}) hide its answers until they are open for review there`;
      warn({ file: exam.file, line: exam.lineOf(path), message });
    }
  }
}

/** Banks of an exam, each with the first place that names it. */
function banksOf(exam: Located<unknown>): Map<string, PropertyKey[]> {
  const named = places(exam.raw, ['sections', '*', 'bank']).filter(({ value }) => typeof value === 'string');
  return new Map(named.reverse().map(({ path, value }) => [value as string, path]));
}

/** What is written wrongly is reported as a mistake; here it counts as the default. */
const policyOf = ({ raw }: Located<unknown>) => Math.max(0, POLICIES.indexOf(String(valueAt(raw, ['reviewPolicy']))));
