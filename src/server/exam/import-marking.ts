import { and, eq } from 'drizzle-orm';
import { differs, momentOf, type Importing } from '#src/server/pack/importing.ts';
import { conflictLine } from '#src/server/pack/portal-edits.ts';
import type { Paper } from '#src/server/pack/pack-attempts.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examMarker } from '#src/server/exam/tables/rules.ts';
import { importAttempt } from './attempt/create-attempt.ts';
import { raiseRevision } from './raise-revision.ts';
import { drawPaper } from '#src/server/exam/draw-paper.ts';

type Ids = ReadonlyMap<string, string>;

/** Replaces the named markers of the exams of the pack, except of exams that were changed in the portal. */
export async function importMarkers(importing: Importing, people: Ids, exams: Ids): Promise<void> {
  const { db, enterpriseId, pack, edits, tally } = importing;
  for (const { code, namedMarkers } of pack.exams) {
    if (edits.isKept('exam', code)) continue;
    const own = { enterpriseId, examId: exams.get(code)! };
    const ofExam = and(eq(examMarker.enterpriseId, enterpriseId), eq(examMarker.examId, own.examId));
    const wanted = { userIds: [...new Set(namedMarkers.map((phone) => people.get(phone)!))].sort() };
    const rows = await db.select().from(examMarker).where(ofExam);
    const stored = { userIds: rows.map(({ userId }) => userId).sort() };
    const isChanged = differs(stored, wanted);
    // A new exam has none that anybody has chosen.
    const none = { userIds: [] };
    if (isChanged && edits.stateOf('exam markers', code, stored, none) !== 'imported') {
      const item = { kind: 'markers of an exam', name: code };
      tally.add(item.kind, 'kept', code);
      edits.keep('exam markers', code, conflictLine(item, stored, wanted));
      continue;
    }
    edits.stamp('exam markers', code, wanted, none);
    if (!isChanged) continue;
    await db.delete(examMarker).where(ofExam);
    const chosen = wanted.userIds.map((userId) => ({ ...own, userId }));
    if (chosen.length > 0) await db.insert(examMarker).values(chosen);
    await raiseRevision(db, enterpriseId, [own.examId]);
  }
}

/** Imports papers that wait for marks. A person who has an attempt at the exam gets no other one. */
export async function importPapers(importing: Importing, people: Ids, exams: Ids): Promise<void> {
  for (const entry of importing.pack.papers) await importPaper(importing, entry, people, exams);
}

async function importPaper(importing: Importing, entry: Paper, people: Ids, exams: Ids): Promise<void> {
  const { db, enterpriseId, tally } = importing;
  const name = `${entry.exam}/${entry.phone}`;
  const examId = exams.get(entry.exam)!;
  const userId = people.get(entry.phone)!;
  const taken = and(
    eq(examAttempt.enterpriseId, enterpriseId),
    eq(examAttempt.examId, examId),
    eq(examAttempt.userId, userId),
  );
  if ((await db.$count(examAttempt, taken)) > 0) {
    tally.add('exam paper', 'unchanged', name);
    return;
  }
  const [rules] = await db
    .select()
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  const paper = await drawPaper(db, rules!, name);
  const at = momentOf(importing, entry.at);
  const startedAt = new Date(at.getTime() - (rules!.limitSeconds * 1000) / 2);
  const short = paper.filter(({ type }) => type === 'short').slice(0, entry.answers.length);
  await importAttempt(
    db,
    { enterpriseId, examId, userId, number: 1, paper, startedAt, limitSeconds: rules!.limitSeconds, submittedAt: at },
    short.map(({ questionId }, i) => ({ questionId, revision: 1, answer: entry.answers[i]!, savedAt: at })),
  );
  tally.add('exam paper', 'created', name);
}
