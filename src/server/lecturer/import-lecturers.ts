import { amount, syncByCode, type Importing } from '#src/server/pack/importing.ts';
import { lecturer } from './tables.ts';

/** Imports lecturers. @returns ids by code */
export function importLecturers(importing: Importing, people: Map<string, string>): Promise<Map<string, string>> {
  return syncByCode(
    importing,
    'lecturer',
    lecturer,
    importing.pack.lecturers.map((entry, sort) => ({
      code: entry.code,
      userId: people.get(entry.phone),
      lecturerName: entry.lecturerName,
      lecturerLevel: entry.lecturerLevel,
      title: entry.title,
      intro: entry.intro,
      photoFileId: importing.fileId(entry.photo, 'public'),
      annualTeachingHours: amount(entry.annualTeachingHours),
      sort,
    })),
  );
}
