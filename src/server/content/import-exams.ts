import { and, eq, gte } from 'drizzle-orm';
import { certificate } from '#src/server/core/db/schema/record.ts';
import { exam, examSection, question, questionBank } from '#src/server/core/db/schema/exam.ts';
import { amount, momentOf, syncByCode, write, type Importing } from '#src/server/content/importing.ts';
import type { Exam } from '#src/server/content/pack-exams.ts';

type Ids = ReadonlyMap<string, string>;

/** Banks, questions, certificates, exams and how their papers are drawn. @returns exam ids by code */
export async function importExams(importing: Importing, courses: Ids): Promise<Map<string, string>> {
  const { pack } = importing;
  const banks = await syncByCode(
    importing,
    'bank',
    questionBank,
    pack.banks.map(({ code, title }) => ({ code, title })),
    { hidden: null },
  );
  for (const { code, questions } of pack.banks) {
    const bankId = banks.get(code)!;
    await syncByCode(
      importing,
      'question',
      question,
      questions.map((entry) => ({
        bankId,
        code: entry.code,
        type: entry.type,
        difficulty: entry.difficulty,
        stem: entry.stem,
        options: 'options' in entry ? entry.options : [],
        answer: entry.answer,
        analysis: entry.analysis,
      })),
      { scope: eq(question.bankId, bankId), scopeName: code },
    );
  }
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
      shuffleQuestions: entry.shuffleQuestions,
      shuffleOptions: entry.shuffleOptions,
      reviewPolicy: entry.reviewPolicy,
      switchPolicy: entry.switchPolicy,
      switchLimit: entry.switchLimit ?? 0,
      credits: amount(entry.credits),
      points: amount(entry.points),
      certificateId: entry.certificate === undefined ? null : certificates.get(entry.certificate),
    })),
  );
  for (const entry of pack.exams) await writeSections(importing, entry, exams.get(entry.code)!, banks);
  return exams;
}

/** Sections have no code of their own: their place in the exam is their name. Papers already drawn are frozen. */
async function writeSections(importing: Importing, entry: Exam, examId: string, banks: Ids): Promise<void> {
  const { db, enterpriseId, counts } = importing;
  const ofExam = and(eq(examSection.enterpriseId, enterpriseId), eq(examSection.examId, examId));
  const stored = await db.select().from(examSection).where(ofExam);
  for (const [sort, { title, bank, type, count, scoreEach }] of entry.sections.entries()) {
    const before = stored.find((section) => section.sort === sort);
    const row = { examId, title, bankId: banks.get(bank)!, type, count, scoreEach: amount(scoreEach), sort };
    await write(importing, examSection, before, row);
  }
  const gone = await db
    .delete(examSection)
    .where(and(ofExam, gte(examSection.sort, entry.sections.length)))
    .returning({ id: examSection.id });
  if (gone.length > 0) counts.updated += 1;
}
