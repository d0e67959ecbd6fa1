import { plainNumber } from '#src/lib/phone.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import type { Sources } from '#src/server/content/check-references.ts';
import { valueAt } from '#src/server/content/issues.ts';
import { places, type Report } from '#src/server/pack/located.ts';

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
