import { sql, type SQL } from 'drizzle-orm';
import type { Definition, SourceName } from '#src/contract/rules/report.ts';
import { costSource, lecturerSource, questionnaireSource } from './business.ts';
import type { Asked, FieldSql, SourceSql } from './source.ts';
import {
  certificateSource,
  examSource,
  hoursSource,
  peopleSource,
  requirementSource,
  studySource,
} from './training.ts';

const SOURCES: { [S in SourceName]: (asked: Asked) => SourceSql<S> } = {
  people: peopleSource,
  study: studySource,
  exams: examSource,
  hours: hoursSource,
  certificates: certificateSource,
  requirements: requirementSource,
  lecturers: lecturerSource,
  costs: costSource,
  questionnaires: questionnaireSource,
};

/** A field of a report as SQL. */
export type Resolved = { text: SQL; id: SQL | null; moment: SQL | null };

const PARTS: Record<string, string> = { On: 'YYYY-MM-DD', Month: 'YYYY-MM', Year: 'YYYY' };

/** Returns the tables of the source of a report, and what its names mean. The names must be those of the source. */
export function sourceSql(asked: Asked, { source }: Definition): { from: SQL; resolve: (field: string) => Resolved } {
  const { from, fields, moments } = SOURCES[source](asked) as {
    from: SQL;
    fields: Record<string, FieldSql>;
    moments: Record<string, SQL>;
  };
  const resolve = (name: string): Resolved => {
    const field = fields[name];
    if (field) return { moment: null, ...('text' in field ? field : { text: field, id: null }) };
    const [, of, part] = /^(.*)(On|Month|Year)$/.exec(name)!;
    const moment = moments[of!]!;
    return { id: null, moment, text: sql`to_char((${moment}) at time zone ${asked.timeZone}, ${PARTS[part!]!})` };
  };
  return { from, resolve };
}
