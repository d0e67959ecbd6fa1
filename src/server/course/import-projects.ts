import { randomUUID } from 'node:crypto';
import { project } from '#src/server/course/tables.ts';
import { localizedText, momentOf, syncByCode, type Importing } from '#src/server/pack/importing.ts';
import type { Project } from '#src/server/pack/pack-courses.ts';
import { type ProjectDocument, readProjectDocument, writeProjectParts } from './edit/project-rows.ts';

type Ids = ReadonlyMap<string, string>;
/** Ids by code of what items of projects may be. */
type Subjects = { courses: Ids; exams: Ids };
type Item = Pick<ProjectDocument['courses'][number], 'courseId' | 'examId' | 'required' | 'stageId'>;

/** Imports learning projects with their stages, courses and exams. @returns ids by code */
export async function importProjects(
  importing: Importing,
  categories: Ids,
  subjects: Subjects,
): Promise<Map<string, string>> {
  const momentAt = (text: string | undefined) => (text === undefined ? null : momentOf(importing, text));
  const projects = await syncByCode(
    importing,
    'project',
    project,
    importing.pack.projects.map((entry) => ({
      code: entry.code,
      title: entry.title,
      summary: entry.summary,
      description: entry.description,
      coverFileId: importing.fileId(entry.cover, 'public'),
      categoryId: categories.get(entry.category),
      status: entry.status,
      registrationRequired: entry.registrationRequired,
      startAt: momentAt(entry.start),
      endAt: momentAt(entry.end),
    })),
    { hidden: { status: 'unpublished' } },
  );
  for (const entry of importing.pack.projects)
    if (!importing.edits.isTakenOver('project', entry.code))
      await writeParts(importing, entry, projects.get(entry.code)!, subjects);
  return projects;
}

/** Writes the stages and items of a project. No user data refers to these rows. A stage of the pack is the stored one at its place. */
async function writeParts(importing: Importing, entry: Project, id: string, subjects: Subjects): Promise<void> {
  const { db, enterpriseId, tally, now } = importing;
  const { stages: storedStages, courses: stored } = (await readProjectDocument({ db, enterpriseId, now }, id))!
    .document;
  const isoOf = (text: string | undefined) => (text === undefined ? null : momentOf(importing, text).toISOString());
  const stages = entry.stages.map(({ name, opens, start, end }, at) => ({
    ...{ id: storedStages[at]?.id ?? randomUUID(), name: { zh: '', en: '', ...localizedText(importing, name) }, opens },
    ...{ startAt: isoOf(start), endAt: isoOf(end) },
  }));
  const itemsOf = (list: Project['courses'], stageId: string | null): Item[] =>
    list.map(({ course, exam, required }) => ({
      courseId: course === undefined ? null : subjects.courses.get(course)!,
      examId: exam === undefined ? null : subjects.exams.get(exam)!,
      ...{ required, stageId },
    }));
  const items = [
    ...itemsOf(entry.courses, null),
    ...entry.stages.flatMap((s, at) => itemsOf(s.courses, stages[at]!.id)),
  ];
  const entries = [entry.courses, ...entry.stages.map(({ courses }) => courses)].flat();
  const before = new Map(stored.map((item, at) => [idOf(item), { ...item, at }]));
  let isChanged = JSON.stringify(stages.map(stageText)) !== JSON.stringify(storedStages.map(stageText));
  const note = (kind: string, state: 'created' | 'updated' | 'unchanged', name: string) => {
    tally.add(kind, state, name);
    if (state !== 'unchanged') isChanged = true;
  };
  for (const [at, item] of items.entries()) {
    const { course, exam } = entries[at]!;
    const found = before.get(idOf(item));
    before.delete(idOf(item));
    const isSame = found?.at === at && found.required === item.required && found.stageId === item.stageId;
    const state = isSame ? 'unchanged' : found ? 'updated' : 'created';
    note(course === undefined ? 'project exam' : 'project course', state, `${entry.code}/${course ?? exam}`);
  }
  for (const item of before.values()) note(item.courseId ? 'project course' : 'project exam', 'updated', entry.code);
  if (isChanged) await writeProjectParts(db, { enterpriseId, id }, { stages, items });
}

const idOf = ({ courseId, examId }: Pick<Item, 'courseId' | 'examId'>) => courseId ?? examId;
const stageText = ({ id, name, opens, startAt, endAt }: ProjectDocument['stages'][number]) => [
  ...[id, name.zh, name.en, opens, startAt, endAt],
];
