import { and, eq, gte, isNotNull } from 'drizzle-orm';
import { exam, examSection } from '#src/server/exam/tables/exam.ts';
import {
  examCertificateNeed,
  examQuestion,
  examResit,
  examTarget,
  examAccommodation,
} from '#src/server/exam/tables/rules.ts';
import { amount, differs, momentOf, syncByCode, write, type Importing } from '#src/server/pack/importing.ts';
import { findQuestions, partsOfEntry, storedParts, type ExamParts } from './import-exam-parts.ts';
import { raiseRevision } from './raise-revision.ts';

type Ids = ReadonlyMap<string, string>;

/** Imports exams with their sections and rules. @returns exam ids by code */
export async function importExams(
  importing: Importing,
  { courses, banks, certificates }: { courses: Ids; banks: Ids; certificates: Ids },
): Promise<Map<string, string>> {
  const { pack } = importing;
  const questionId = await findQuestions(importing, banks);
  const wanted = new Map(
    pack.exams.map((entry) => [entry.code, partsOfEntry(importing, entry, { banks, courses, questionId })]),
  );
  const stored = await storedParts(importing);
  const before = await examRows(importing);
  const exams = await syncByCode(
    importing,
    'exam',
    exam,
    pack.exams.map((entry) => ({
      code: entry.code,
      title: entry.title,
      intro: entry.intro,
      courseId: entry.course === undefined ? null : courses.get(entry.course),
      limitSeconds: entry.limitMinutes * 60,
      windowStart: momentOf(importing, entry.windowStart),
      windowEnd: momentOf(importing, entry.windowEnd),
      passScore: amount(entry.passScore),
      maxAttempts: entry.maxAttempts,
      waitSeconds: entry.waitMinutes * 60,
      countedAttempt: entry.countedAttempt,
      stopAfterPass: entry.stopAfterPass,
      audience: entry.audience,
      paperKind: entry.questions.length > 0 ? 'fixed' : 'drawn',
      equalDifficulty: entry.equalDifficulty,
      reviewEarly: entry.reviewEarly,
      shuffleQuestions: entry.shuffleQuestions,
      shuffleOptions: entry.shuffleOptions,
      reviewPolicy: entry.reviewPolicy,
      switchPolicy: entry.switchPolicy,
      switchLimit: entry.switchLimit ?? 0,
      switchDwellSeconds: entry.switchDwellSeconds,
      markers: entry.markers,
      markTolerance: amount(entry.markTolerance),
      markStep: amount(entry.markStep),
      blindMarking: entry.blindMarking,
      publishMarks: entry.publishMarks,
      practice: entry.practice !== 'none',
      published: entry.practice !== 'only',
      deletedAt: null,
      markerGroup: entry.markerGroup,
      appealDays: entry.appealDays,
      credits: amount(entry.credits),
      points: amount(entry.points),
      certificateId: entry.certificate === undefined ? null : certificates.get(entry.certificate),
      certificateWay: entry.certificateWay,
      certificateScore: entry.certificateScore === undefined ? null : amount(entry.certificateScore),
      certificateMonths: entry.certificateMonths ?? null,
    })),
    { parts: { stored, wanted: (code) => wanted.get(code)! } },
  );
  for (const { code } of pack.exams) {
    // An exam is one thing: its sections may not fit to a pass mark of the portal.
    if (importing.edits.isKept('exam', code)) continue;
    const [examId, parts] = [exams.get(code)!, wanted.get(code)!];
    await writeSections(importing, code, examId, parts);
    await writeRules(importing, examId, parts);
    await writeNeeds(importing, examId, parts);
  }
  await raiseChanged(importing, before, (id, code) => {
    const parts = importing.edits.isKept('exam', code) ? undefined : wanted.get(code);
    return parts !== undefined && differs(stored(id), parts);
  });
  return exams;
}

const examRows = ({ db, enterpriseId }: Importing) => db.select().from(exam).where(eq(exam.enterpriseId, enterpriseId));

/**
 * Raises the revision of the exams that this import has changed.
 * @param before all exams before the import; `hasOtherParts`: parts of an exam were replaced by others
 */
async function raiseChanged(
  importing: Importing,
  before: (typeof exam.$inferSelect)[],
  hasOtherParts: (id: string, code: string) => boolean,
): Promise<void> {
  const after = new Map((await examRows(importing)).map((row) => [row.id, row]));
  const changed = before.filter((row) => differs(row, after.get(row.id)!) || hasOtherParts(row.id, row.code));
  await raiseRevision(
    importing.db,
    importing.enterpriseId,
    changed.map(({ id }) => id),
  );
}

/**
 * Writes the sections of an exam. They have no code and are identified by their position. Drawn papers are not
 * affected.
 */
async function writeSections(
  importing: Importing,
  code: string,
  examId: string,
  { sections }: ExamParts,
): Promise<void> {
  const { db, enterpriseId, tally } = importing;
  const ofExam = and(eq(examSection.enterpriseId, enterpriseId), eq(examSection.examId, examId));
  const stored = await db.select().from(examSection).where(ofExam);
  for (const [sort, section] of sections.entries()) {
    const before = stored.find((each) => each.sort === sort);
    const item = { kind: 'exam section', name: `${code}/${sort + 1}` };
    await write(importing, item, examSection, before, { examId, ...section, sort });
  }
  const removed = await db
    .delete(examSection)
    .where(and(ofExam, gte(examSection.sort, sections.length)))
    .returning({ id: examSection.id });
  if (removed.length > 0) tally.add('exam section', 'updated', code);
}

/** Replaces resits, departments and the chosen questions of an exam. Drawn papers are not affected. */
async function writeRules(
  { db, enterpriseId }: Importing,
  examId: string,
  { resits, departments, questions }: ExamParts,
): Promise<void> {
  const own = { enterpriseId, examId };
  for (const table of [examResit, examTarget, examQuestion])
    await db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), eq(table.examId, examId)));
  if (resits.length > 0)
    await db.insert(examResit).values(resits.map((resit, i) => ({ ...own, ...resit, number: i + 1 })));
  if (departments.length > 0)
    await db.insert(examTarget).values(departments.map((department) => ({ ...own, department })));
  if (questions.length > 0)
    await db.insert(examQuestion).values(questions.map((chosen, sort) => ({ ...own, ...chosen, sort })));
}

/** Replaces the courses that the certificate of an exam needs. Tasks are chosen in the portal. */
async function writeNeeds(
  { db, enterpriseId }: Importing,
  examId: string,
  { certificateCourses }: ExamParts,
): Promise<void> {
  const ofExam = and(eq(examCertificateNeed.enterpriseId, enterpriseId), eq(examCertificateNeed.examId, examId));
  await db.delete(examCertificateNeed).where(and(ofExam, isNotNull(examCertificateNeed.courseId)));
  if (certificateCourses.length > 0)
    await db
      .insert(examCertificateNeed)
      .values(certificateCourses.map((courseId) => ({ enterpriseId, examId, courseId })));
}

/**
 * Imports the accommodations of people who have none: administrators change and end them in the portal, and a repeated
 * import must not add them again. They are entered by the first administrator of the pack, or the person.
 */
export async function importAccommodations(importing: Importing, people: ReadonlyMap<string, string>): Promise<void> {
  const { db, enterpriseId, pack, tally } = importing;
  const administrator = pack.people.find(({ isAdmin }) => isAdmin)?.phone;
  for (const {
    phone,
    extraMinutes,
    breakMinutes,
    windowAfterHours,
    validFrom,
    validUntil,
    ...more
  } of pack.accommodations) {
    const userId = people.get(phone)!;
    const own = and(eq(examAccommodation.enterpriseId, enterpriseId), eq(examAccommodation.userId, userId));
    const isNew = (await db.$count(examAccommodation, own)) === 0;
    tally.add('accommodation', isNew ? 'created' : 'unchanged', phone);
    if (!isNew) continue;
    await db.insert(examAccommodation).values({
      ...{ ...more, enterpriseId, userId, createdBy: people.get(administrator ?? phone)! },
      ...{ extraSeconds: extraMinutes * 60, breakSeconds: breakMinutes * 60 },
      windowAfterSeconds: windowAfterHours * 3600,
      validFrom: momentOf(importing, validFrom),
      validUntil: validUntil === undefined ? null : momentOf(importing, validUntil),
    });
  }
}
