import type { Sources } from '#src/server/content/check-references.ts';
import { valueAt } from '#src/server/content/issues.ts';
import { places, type Report } from '#src/server/pack/located.ts';

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
