import { and, eq, gte, isNotNull } from 'drizzle-orm';
import { certificate } from '#src/server/core/db/schema/record.ts';
import { exam, examSection } from '#src/server/core/db/schema/exam.ts';
import { examCertificateNeed, examQuestion, examResit, examTarget } from '#src/server/core/db/schema/exam-rules.ts';
import { question, questionBank } from '#src/server/core/db/schema/question.ts';
import { amount, momentOf, syncByCode, write, type Importing } from '#src/server/content/importing.ts';
import { importQuestions } from '#src/server/content/import-questions.ts';
import type { Exam } from '#src/server/content/pack-exams.ts';

type Ids = ReadonlyMap<string, string>;

/** Imports question banks, questions, certificates, exams and their sections. @returns exam ids by code */
export async function importExams(importing: Importing, courses: Ids): Promise<Map<string, string>> {
  const { pack } = importing;
  const banks = await syncByCode(
    importing,
    'bank',
    questionBank,
    pack.banks.map(({ code, title, practice }) => ({ code, title, practice })),
    { hidden: null },
  );
  for (const bank of pack.banks) await importQuestions(importing, bank, banks.get(bank.code)!);
  const certificates = await syncByCode(
    importing,
    'certificate',
    certificate,
    pack.certificates.map(({ code, certificateName, issuer, validMonths = null }) => ({
      code,
      certificateName,
      issuer,
      validMonths,
    })),
    { hidden: null },
  );
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
      markerGroup: entry.markerGroup,
      appealDays: entry.appealDays,
      credits: amount(entry.credits),
      points: amount(entry.points),
      certificateId: entry.certificate === undefined ? null : certificates.get(entry.certificate),
      certificateWay: entry.certificateWay,
      certificateScore: entry.certificateScore === undefined ? null : amount(entry.certificateScore),
      certificateMonths: entry.certificateMonths ?? null,
    })),
  );
  for (const entry of pack.exams) {
    await writeSections(importing, entry, exams.get(entry.code)!, banks);
    await writeRules(importing, entry, exams.get(entry.code)!, banks);
    await writeNeeds(importing, entry, exams.get(entry.code)!, courses);
  }
  return exams;
}

/**
 * Writes the sections of an exam. They have no code and are identified by their position. Drawn papers are not
 * affected.
 */
async function writeSections(importing: Importing, entry: Exam, examId: string, banks: Ids): Promise<void> {
  const { db, enterpriseId, tally } = importing;
  const ofExam = and(eq(examSection.enterpriseId, enterpriseId), eq(examSection.examId, examId));
  const stored = await db.select().from(examSection).where(ofExam);
  for (const [sort, section] of entry.sections.entries()) {
    const { title, bank, type, count, scoreEach, difficulty = null, topic = null, tag = null, limitMinutes } = section;
    const before = stored.find((each) => each.sort === sort);
    const limitSeconds = limitMinutes === undefined ? null : limitMinutes * 60;
    const drawn = { bankId: banks.get(bank)!, type, difficulty, topic, tag, count };
    const row = { examId, title, ...drawn, scoreEach: amount(scoreEach), limitSeconds, sort };
    await write(importing, { kind: 'exam section', name: `${entry.code}/${sort + 1}` }, examSection, before, row);
  }
  const removed = await db
    .delete(examSection)
    .where(and(ofExam, gte(examSection.sort, entry.sections.length)))
    .returning({ id: examSection.id });
  if (removed.length > 0) tally.add('exam section', 'updated', entry.code);
}

/** Replaces resits, departments and the chosen questions of an exam. Drawn papers are not affected. */
async function writeRules(importing: Importing, entry: Exam, examId: string, banks: Ids): Promise<void> {
  const { db, enterpriseId } = importing;
  const own = { enterpriseId, examId };
  for (const table of [examResit, examTarget, examQuestion])
    await db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), eq(table.examId, examId)));
  const resits = entry.resits.map(({ windowStart, windowEnd, attempts }, i) => ({
    ...{ ...own, number: i + 1, attempts },
    ...{ windowStart: momentOf(importing, windowStart), windowEnd: momentOf(importing, windowEnd) },
  }));
  if (resits.length > 0) await db.insert(examResit).values(resits);
  const departments = [...new Set(entry.departments)].map((department) => ({ ...own, department }));
  if (departments.length > 0) await db.insert(examTarget).values(departments);
  if (entry.questions.length === 0) return;
  const stored = await db
    .select({ id: question.id, bankId: question.bankId, code: question.code })
    .from(question)
    .where(eq(question.enterpriseId, enterpriseId));
  const ids = new Map(stored.map(({ id, bankId, code }) => [`${bankId} ${code}`, id]));
  const chosen = entry.questions.map(({ bank, question: code, section, score }, sort) => ({
    ...{ ...own, questionId: ids.get(`${banks.get(bank)!} ${code}`)! },
    ...{ section, score: amount(score), sort },
  }));
  await db.insert(examQuestion).values(chosen);
}

/** Replaces the courses that the certificate of an exam needs. Tasks are chosen in the portal. */
async function writeNeeds({ db, enterpriseId }: Importing, entry: Exam, examId: string, courses: Ids): Promise<void> {
  const ofExam = and(eq(examCertificateNeed.enterpriseId, enterpriseId), eq(examCertificateNeed.examId, examId));
  await db.delete(examCertificateNeed).where(and(ofExam, isNotNull(examCertificateNeed.courseId)));
  const needed = [...new Set(entry.certificateCourses)].map((code) => courses.get(code)!);
  if (needed.length > 0)
    await db.insert(examCertificateNeed).values(needed.map((courseId) => ({ enterpriseId, examId, courseId })));
}
