import { randomUUID } from 'node:crypto';
import { isLinkAddress, MAX_CONFIRMED } from '#src/contract/rules/course-items.ts';
import { NEW_COURSE } from '#src/contract/rules/course-tree.ts';
import type { TemplatePart } from '#src/contract/rules/editing.ts';
import { CourseDocument as Schema } from '#src/contract/editing-documents.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import type { ContentKind, DocumentError, Editing } from '#src/server/core/content-kind.ts';
import type { CourseDocument, CourseItem } from '#src/server/course/edit/course-document.ts';
import { FILE_TYPES } from '#src/server/course/edit/item-types.ts';
import { otherOwners, readCourseDocument } from '#src/server/course/edit/read-course.ts';
import {
  insertCourse,
  setCoursePublished,
  showToAll,
  writeCourse,
  writeItems,
} from '#src/server/course/edit/write-course.ts';
import { readCourseCertificate, storeCourseCertificate } from '#src/server/record/certificate/course-certificate.ts';
import { readMediaQuestions, writeMediaQuestions } from '#src/server/study/write-media-questions.ts';
import {
  questionnaireErrors,
  readQuestionnaires,
  writeQuestionnaires,
} from '#src/server/questionnaire/edit-questionnaires.ts';
import {
  evaluationErrors,
  readEvaluationForms,
  writeEvaluationForms,
} from '#src/server/evaluation/edit-evaluations.ts';
import { courseConsequences, unstudied } from './course-consequences.ts';
import { missingIds } from './missing-ids.ts';

/** Courses with their items and the questions in their videos. */
export const COURSE_KIND: ContentKind<CourseDocument> = {
  tags: (id) => ['course', ['course', id].join(':'), 'site'],
  page: (id) => `/knowledge/course/${id}`,
  titleOf: ({ title }) => title,
  copyOf,
  templateOf,
  complete: (document) => Schema.parse(document),
  create: insertCourse,
  read: async (editing, id) => {
    const found = await readCourseDocument(editing, id);
    if (!found) return null;
    const questions = await readMediaQuestions(editing, id);
    const questionnaires = await readQuestionnaires(editing, id);
    const evaluations = await readEvaluationForms(editing, id);
    const { items, ...settings } = found.document;
    return {
      ...found,
      document: {
        ...settings,
        certificate: await readCourseCertificate(editing, found.certificateId),
        items: items.map((item) => ({
          ...item,
          questions: questions.get(item.id) ?? [],
          questionnaire: questionnaires.get(item.id) ?? null,
          evaluation: evaluations.get(item.id) ?? null,
        })),
      },
    };
  },
  check,
  write: async (editing, id, { items, certificate, ...settings }) => {
    const before = (await readCourseDocument(editing, id))?.certificateId ?? null;
    const certificateId = await storeCourseCertificate(editing, id, before, certificate);
    await writeCourse(editing, id, { ...settings, certificateId });
    await writeItems(editing, id, items);
    await writeMediaQuestions(editing, id, items);
    await writeQuestionnaires(editing, items);
    await writeEvaluationForms(editing, id, items);
    await sendJob(editing.db, 'recount-course', { enterpriseId: editing.enterpriseId, courseId: id });
  },
  unstudied,
  requireRestudy: ({ db, enterpriseId, now }, courseId, items) =>
    sendJob(db, 'recount-course', { enterpriseId, courseId, restudy: { items, at: now.toISOString() } }),
  setPublished: setCoursePublished,
  showTo: showToAll,
  consequences: (editing, id, change) => courseConsequences(editing, id, change, COURSE_KIND.read),
};

/** Items and questions of a copy have ids of their own: their progress and answers stay with the original. */
function copyOf(document: CourseDocument): CourseDocument {
  const ids = new Map(document.items.map(({ id }) => [id, randomUUID()]));
  return {
    ...document,
    items: document.items.map((item) => ({
      ...item,
      ...{ id: ids.get(item.id)!, parentId: item.parentId && (ids.get(item.parentId) ?? null) },
      questions: item.questions.map((question) => ({ ...question, id: randomUUID() })),
    })),
  };
}

/** A course of its own, with these parts of a copy: no points in time, which were those of another course. */
function templateOf(copy: CourseDocument, title: string, take: ReadonlySet<TemplatePart>): CourseDocument {
  const { summary, description, courseType, categoryId, lecturerId, coverFileId } = copy;
  const { restricted, rules, people, registrationRequired, purchaseRequired, price, currency } = copy;
  const { items, completionThreshold, noSkipping, itemsInOrder, watermark, maxPlaybackRate } = copy;
  const { classHours, hourKind, credits, points, certificate } = copy;
  return {
    ...{ ...NEW_COURSE, items: [], title },
    ...(take.has('texts') && { summary, description, courseType, categoryId, lecturerId }),
    ...(take.has('cover') && { coverFileId }),
    ...(take.has('items') && {
      ...{ completionThreshold, noSkipping, itemsInOrder, watermark, maxPlaybackRate },
      ...{ classHours, hourKind, credits, points, certificate },
      items: items.map((item) => ({ ...item, releaseAt: null })),
    }),
    ...(take.has('audience') && { restricted, rules, people, registrationRequired }),
    ...(take.has('price') && { purchaseRequired, price, currency }),
  };
}

async function check(editing: Editing, id: string, document: CourseDocument): Promise<DocumentError[]> {
  const { title, courseType, categoryId, lecturerId, coverFileId, items, purchaseRequired, price } = document;
  const errors: DocumentError[] = [];
  const wrong = (field: string, key: string) => errors.push({ field, key });
  if (!title.trim()) wrong('title', 'field.required');
  if (categoryId === null) wrong('categoryId', 'field.required');
  if (courseType === 1 && items.length === 0) wrong('items', 'field.courseWithoutItems');
  if (purchaseRequired && Number(price) === 0) wrong('price', 'field.required');
  errors.push(...(await audienceErrors(editing, document)));
  const ids = [coverFileId, ...items.map(({ fileId }) => fileId)];
  const [categories, lecturers, files, exams] = [
    await missingIds(editing, 'category', [categoryId]),
    await missingIds(editing, 'lecturer', [lecturerId]),
    await missingIds(editing, 'file', ids),
    await missingIds(
      editing,
      'exam',
      items.map(({ examId }) => examId),
    ),
  ];
  if (categories.size > 0) wrong('categoryId', 'field.notFound');
  if (lecturers.size > 0) wrong('lecturerId', 'field.notFound');
  if (coverFileId && files.has(coverFileId)) wrong('coverFileId', 'field.notFound');
  const foreign = new Set(
    await otherOwners(
      editing,
      id,
      items.map((item) => item.id),
    ),
  );
  const seen = new Map<string, CourseItem>();
  for (const [n, item] of items.entries()) {
    const at = `items.${n}`;
    if (!item.name.trim()) wrong(`${at}.name`, 'field.required');
    // A parent stands before its children, so there are no cycles.
    const parent = item.parentId === null ? undefined : seen.get(item.parentId);
    if (item.parentId !== null && parent?.type !== 'folder') wrong(`${at}.parentId`, 'field.invalid');
    if (seen.has(item.id) || foreign.has(item.id)) wrong(at, 'field.invalid');
    seen.set(item.id, item);
    const isFile = FILE_TYPES[item.type] !== undefined;
    if (isFile && item.fileId === null) wrong(`${at}.fileId`, 'field.required');
    // That of a practical operation has its instructions.
    if (!isFile && item.type !== 'practice' && item.fileId !== null) wrong(`${at}.fileId`, 'field.invalid');
    if (item.fileId && files.has(item.fileId)) wrong(`${at}.fileId`, 'field.notFound');
    if ((item.type === 'exam') !== (item.examId !== null)) wrong(`${at}.examId`, 'field.required');
    if (item.examId && exams.has(item.examId)) wrong(`${at}.examId`, 'field.notFound');
    if (item.questions.length > 0 && item.type !== 'video' && item.type !== 'audio')
      wrong(`${at}.questions`, 'field.invalid');
    errors.push(...linkErrors(at, item), ...releaseErrors(at, item));
    for (const [m, question] of item.questions.entries())
      errors.push(...questionErrors(`${at}.questions.${m}`, question));
  }
  const first = items.findIndex(({ type }) => type !== 'folder');
  // Nobody could begin.
  if (items[first]?.releaseDays && (purchaseRequired || !document.registrationRequired))
    wrong(`items.${first}.releaseDays`, 'field.firstItemWaits');
  errors.push(...(await questionnaireErrors(editing, items)), ...(await evaluationErrors(editing, items)));
  const assessors = items.flatMap(({ evaluation }) => evaluation?.assessors ?? []);
  const unknown = await missingIds(
    editing,
    'member',
    assessors.map(({ userId }) => userId),
  );
  for (const [n, { evaluation }] of items.entries())
    if (evaluation?.assessors.some(({ userId }) => unknown.has(userId)))
      wrong(`items.${n}.evaluation.assessors`, 'field.notFound');
  return errors;
}

/** An audience is somebody, and what it names exists. */
async function audienceErrors(
  editing: Editing,
  { restricted = false, rules = [], people = [] }: Partial<CourseDocument>,
): Promise<DocumentError[]> {
  if (!restricted) return [];
  const errors: DocumentError[] = [];
  if ([...rules, ...people].every(({ excluded }) => excluded)) errors.push({ field: 'rules', key: 'field.noAudience' });
  const named = (name: 'departmentId' | 'positionId') => rules.map((rule) => rule[name]);
  const departments = await missingIds(editing, 'department', named('departmentId'));
  const positions = await missingIds(editing, 'position', named('positionId'));
  const members = await missingIds(
    editing,
    'member',
    people.map(({ userId }) => userId),
  );
  for (const [at, { departmentId, positionId }] of rules.entries()) {
    if (departmentId && departments.has(departmentId))
      errors.push({ field: `rules.${at}.departmentId`, key: 'field.notFound' });
    if (positionId && positions.has(positionId))
      errors.push({ field: `rules.${at}.positionId`, key: 'field.notFound' });
  }
  if (members.size > 0) errors.push({ field: 'people', key: 'field.notFound' });
  return errors;
}

function linkErrors(at: string, { type, url, seconds }: CourseItem): DocumentError[] {
  if (type !== 'link') return url === '' ? [] : [{ field: `${at}.url`, key: 'field.invalid' }];
  return [
    ...(isLinkAddress(url) ? [] : [{ field: `${at}.url`, key: 'field.url' }]),
    ...(seconds > MAX_CONFIRMED ? [{ field: `${at}.seconds`, key: 'field.halfHour' }] : []),
  ];
}

function releaseErrors(at: string, { type, releaseAt, releaseDays }: CourseItem): DocumentError[] {
  const isWrong = type === 'folder' ? releaseAt !== null || releaseDays > 0 : releaseAt !== null && releaseDays > 0;
  return isWrong ? [{ field: `${at}.releaseDays`, key: 'field.invalid' }] : [];
}

function questionErrors(
  at: string,
  { kind, stem, options, rightKeys }: CourseItem['questions'][number],
): DocumentError[] {
  if (!stem.trim()) return [{ field: `${at}.stem`, key: 'field.required' }];
  const keys = kind === 'judge' ? ['T', 'F'] : options.map(({ key }) => key);
  if (kind !== 'judge' && (options.length < 2 || options.some(({ text }) => !text.trim())))
    return [{ field: `${at}.options`, key: 'field.twoOptions' }];
  const isRight =
    rightKeys.length > 0 &&
    rightKeys.every((key) => keys.includes(key)) &&
    (kind === 'multiple' || rightKeys.length === 1);
  return isRight ? [] : [{ field: `${at}.rightKeys`, key: 'field.required' }];
}
