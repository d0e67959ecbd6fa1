import type { exam } from './tables/exam.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';

type Rules = Pick<
  typeof exam.$inferSelect,
  | 'id'
  | 'enterpriseId'
  | 'courseId'
  | 'title'
  | 'limitSeconds'
  | 'passScore'
  | 'stopAfterPass'
  | 'paperKind'
  | 'equalDifficulty'
  | 'shuffleQuestions'
  | 'shuffleOptions'
  | 'switchPolicy'
  | 'switchLimit'
  | 'switchDwellSeconds'
  | 'published'
>;
/** What decides whether a user can start an exam now. */
export type Entry = Rules & {
  isAudience: boolean;
  used: number;
  passed: boolean;
  attemptsLeft: number;
  windowNumber: number;
  windowStart: Date;
  windowEnd: Date;
  nextStart: Date | null;
  /** The attempt in progress, and its deadline. */
  openId: string | null;
  openDeadline: Date | null;
  /** Id for a new attempt. */
  newId: string;
};

/** $1 enterprise, $2 exam, $3 user, $4 now. */
const ENTRY = `
select e.id, e.enterprise_id as "enterpriseId", e.course_id as "courseId", e.title, e.limit_seconds as "limitSeconds",
       e.pass_score as "passScore", e.stop_after_pass as "stopAfterPass", e.paper_kind as "paperKind",
       e.equal_difficulty as "equalDifficulty", e.shuffle_questions as "shuffleQuestions", e.shuffle_options as "shuffleOptions",
       e.switch_policy as "switchPolicy", e.switch_limit as "switchLimit", e.switch_dwell_seconds as "switchDwellSeconds",
       e.published, portal.is_exam_audience(e.enterprise_id, e.id, $3) as "isAudience",
       p.used, p.passed, p.attempts_left as "attemptsLeft", p.window_number as "windowNumber",
       p.window_start as "windowStart", p.window_end as "windowEnd", p.next_start as "nextStart", p.open_id as "openId",
       (select a.deadline_at from exam_attempt a where a.enterprise_id = $1 and a.id = p.open_id) as "openDeadline",
       uuidv7() as "newId"
from exam e cross join lateral portal.exam_progress(e.enterprise_id, e.id, $3, $4) p
where e.enterprise_id = $1 and e.id = $2`;

/** Reads in one statement what a start needs. @returns null when the exam does not exist in this tenant */
export async function readEntry(
  db: TenantDb,
  { enterpriseId, examId, userId, now }: { enterpriseId: string; examId: string; userId: string; now: Date },
): Promise<Entry | null> {
  const { rows } = await pgClientOf(db).query<Entry>({
    name: 'exam-entry',
    text: ENTRY,
    values: [enterpriseId, examId, userId, now.toISOString()],
  });
  return rows[0] ?? null;
}
