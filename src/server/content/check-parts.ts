import { plainNumber } from '#src/lib/phone.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import type { Sources } from '#src/server/content/check-references.ts';
import { valueAt } from '#src/server/content/issues.ts';
import { places, type Report, type Located } from '#src/server/pack/located.ts';

/** Reports named markers who may not mark: neither lecturers nor administrators. */
export function checkMarkers({ exams, people }: Sources, report: Report): void {
  const mayMark = new Map(
    people
      .flatMap(({ raw }) => places(raw, ['*']))
      .map(({ value }) => [
        plainNumber(String(valueAt(value, ['phone']))),
        String(valueAt(value, ['userType'])) === String(USER_TYPE.lecturer) ||
          String(valueAt(value, ['isAdmin'])) === 'true',
      ]),
  );
  for (const exam of exams)
    for (const { path, value } of places(exam.raw, ['namedMarkers', '*']))
      // People that the pack does not have are reported elsewhere.
      if (mayMark.get(plainNumber(String(value))) === false)
        report({
          ...{ file: exam.file, line: exam.lineOf(path) },
          message: `"${String(value)}" is neither a lecturer nor an administrator, so cannot mark`,
        });
}

/** Reports superiors who are not in the file, and those who would be above themselves. */
export function checkSuperiors({ people }: Sources, report: Report): void {
  for (const { file, raw, lineOf } of people) {
    const rows = places(raw, ['*']).map(({ path, value }) => ({
      path: [...path, 'superior'],
      phone: plainNumber(String(valueAt(value, ['phone']))),
      number: valueAt(value, ['employeeNo']),
      superior: valueAt(value, ['superior']),
    }));
    const byName = new Map<unknown, number>();
    for (const [at, { phone, number }] of rows.entries()) {
      byName.set(phone, at);
      if (typeof number === 'string' && number !== '') byName.set(number, at);
    }
    const above = rows.map(({ superior }) =>
      typeof superior !== 'string' || superior === ''
        ? undefined
        : (byName.get(superior) ?? byName.get(plainNumber(superior)) ?? null),
    );
    /** Rows from which the way up was followed already. */
    const followed = new Set<number>();
    for (const [at, { path, superior }] of rows.entries()) {
      if (above[at] === null) {
        const message = `there is no person with the phone or employee number "${String(superior)}"`;
        report({ file, line: lineOf(path), message, group: 'there is no such superior' });
      }
      const trail = new Set<number>();
      let next: number | null | undefined = at;
      while (typeof next === 'number' && !followed.has(next) && !trail.has(next)) {
        trail.add(next);
        next = above[next];
      }
      if (typeof next === 'number' && trail.has(next))
        report({
          ...{ file, line: lineOf(rows[next]!.path) },
          message: `the superior "${String(rows[next]!.superior)}" is below this person`,
        });
      for (const each of trail) followed.add(each);
    }
  }
}

/** Reports questions of practices that their bank does not have. */
export function checkPractices({ practices, banks }: Sources, report: Report): void {
  const codes = new Map(
    banks.map(({ raw }) => [
      valueAt(raw, ['code']),
      new Set(places(raw, ['questions', '*', 'code']).map(({ value }) => value)),
    ]),
  );
  for (const source of practices)
    for (const key of ['right', 'wrong'])
      for (const { path, value } of places(source.raw, ['*', key, '*'])) {
        const bank = valueAt(source.raw, [path[0]!, 'bank']);
        const known = codes.get(bank);
        if (known && !known.has(value))
          report({
            ...{ file: source.file, line: source.lineOf(path) },
            message: `bank "${String(bank)}" has no question "${String(value)}"`,
          });
      }
}

/** Each questionnaire belongs to one resource; one that belongs to none is not imported, which is a warning. */
export function checkQuestionnaires({ questionnaires, courses }: Sources, report: Report, warn: Report): void {
  const uses = courses.flatMap((source) =>
    places(source.raw, ['resources', '**', 'questionnaire']).map(({ path, value }) => ({ source, path, value })),
  );
  const first = new Map<unknown, string>();
  for (const { source, path, value } of uses) {
    const line = source.lineOf(path);
    const before = first.get(value);
    if (before === undefined) first.set(value, `${source.file}:${line}`);
    else
      report({
        ...{ file: source.file, line },
        message: `questionnaire "${String(value)}" already belongs to another resource (${before})`,
      });
  }
  for (const source of questionnaires) {
    const code = valueAt(source.raw, ['code']);
    if (code !== undefined && !first.has(code))
      warn({
        ...{ file: source.file, line: source.lineOf(['code']) },
        message: `no resource uses the questionnaire "${String(code)}": it is not imported`,
      });
  }
}

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
