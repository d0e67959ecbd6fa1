import type { Sources } from '#src/server/content/check-references.ts';
import { valueAt } from '#src/server/content/issues.ts';
import { places, type Report } from '#src/server/pack/located.ts';

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
