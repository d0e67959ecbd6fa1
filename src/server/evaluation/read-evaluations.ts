import { sql, type SQL } from 'drizzle-orm';
import type { RubricContent, Scores } from '#src/contract/rules/evaluation.ts';
import type { EvaluationState, FormKind } from './tables.ts';
import type { Context, Viewer } from '#src/server/core/context.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';

type Action = 'handIn' | 'assess' | 'talk' | 'confirm' | 'name';
type AssessmentRow = {
  userId: string;
  userName: string;
  role: 'self' | 'assessor';
  scores: Scores;
  comment: string;
  score: string | null;
  submittedAt: string | null;
  hasLeft: boolean;
};
type EvidenceRow = {
  id: string;
  fileName: string;
  fileSize: number;
  received: number;
  fileId: string | null;
  mime: string | null;
};
export type EvaluationRow = {
  id: string;
  kind: FormKind;
  title: string;
  courseId: string | null;
  courseTitle: string | null;
  resourceId: string | null;
  taskId: string | null;
  taskTitle: string | null;
  endAt: string | null;
  userId: string;
  userName: string;
  department: string | null;
  attempt: number;
  maxTries: number;
  state: EvaluationState;
  rubric: RubricContent;
  note: string;
  talkAt: string | null;
  talkNote: string | null;
  selfConfirmedAt: string | null;
  superiorConfirmedAt: string | null;
  score: string | null;
  passed: boolean | null;
  submittedAt: string | null;
  doneAt: string | null;
  unattended: boolean;
  assessments: AssessmentRow[];
  evidence: EvidenceRow[];
};

/** Joins of a statement on `evaluation e`: form `f`, member `m`, resource `r`, course `c`, task `t`. */
export const EVALUATION_JOINS = sql.raw(`
  join evaluation_form f on f.enterprise_id = e.enterprise_id and f.id = e.form_id
  join enterprise_user m on m.enterprise_id = e.enterprise_id and m.user_id = e.user_id
  left join course_resource r on r.enterprise_id = f.enterprise_id and r.id = f.resource_id
  left join course c on c.enterprise_id = r.enterprise_id and c.id = r.course_id
  left join study_task_item i on i.enterprise_id = f.enterprise_id and i.evaluation_form_id = f.id
  left join study_task t on t.enterprise_id = i.enterprise_id and t.id = i.task_id`);

/**
 * SQL condition on `evaluation e` with the joins of `EVALUATION_JOINS`: it waits for an assessor, and all of them have left
 * (or there never was one).
 */
export const isUnattended = (at: Date): SQL => sql`(
  m.status = 'active'
  and (e.state in ('assessing', 'superiorAssessment', 'talk')
       or (e.state = 'confirmation' and e.superior_confirmed_at is null))
  and (t.end_at is null or t.end_at > ${at.toISOString()}::timestamptz or t.late_completion)
  and not exists (
    select from evaluation_assessment a
    join enterprise_user u on u.enterprise_id = a.enterprise_id and u.user_id = a.user_id and u.status = 'active'
    where a.enterprise_id = e.enterprise_id and a.evaluation_id = e.id and a.role = 'assessor'
      and (a.submitted_at is null or e.state in ('talk', 'confirmation'))))`;

/**
 * Returns evaluations as the viewer may see them.
 * @param where condition on `evaluation e` that also limits it to what the viewer may see
 */
export async function readEvaluations({ db, tenant, viewer, now }: Context, where: SQL) {
  const { rows } = await db.execute<EvaluationRow>(sql`
    select e.id, f.kind, f.title, c.id as "courseId", c.title as "courseTitle", r.id as "resourceId",
           t.id as "taskId", t.title as "taskTitle", t.end_at as "endAt",
           e.user_id as "userId", m.user_name as "userName", m.department, e.attempt, f.max_tries as "maxTries",
           e.state, e.rubric, e.note, e.talk_at as "talkAt", e.talk_note as "talkNote",
           e.self_confirmed_at as "selfConfirmedAt", e.superior_confirmed_at as "superiorConfirmedAt",
           e.score, e.passed, e.submitted_at as "submittedAt", e.done_at as "doneAt",
           ${isUnattended(now())} as unattended,
           (select coalesce(json_agg(json_build_object('userId', a.user_id, 'userName', u.user_name, 'role', a.role,
                     'scores', a.scores, 'comment', a.comment, 'score', a.score::text, 'submittedAt', a.submitted_at,
                     'hasLeft', u.status <> 'active')
                   order by a.role desc, u.user_name, a.user_id), '[]')
            from evaluation_assessment a
            join enterprise_user u on u.enterprise_id = a.enterprise_id and u.user_id = a.user_id
            where a.enterprise_id = e.enterprise_id and a.evaluation_id = e.id) as assessments,
           (select coalesce(json_agg(json_build_object('id', v.id, 'fileName', v.file_name, 'fileSize', v.file_size,
                     'received', v.received, 'fileId', v.file_id, 'mime', x.content_type) order by v.id), '[]')
            from evidence_upload v
            left join file x on x.enterprise_id = v.enterprise_id and x.id = v.file_id
            where v.enterprise_id = e.enterprise_id and v.evaluation_id = e.id) as evidence
    from evaluation e ${EVALUATION_JOINS}
    where e.enterprise_id = ${tenant.id} and ${where}
    order by e.attempt desc, e.id desc`);
  const at = now();
  return rows.map((row) => ({
    ...row,
    endAt: dateOf(row.endAt),
    talkAt: dateOf(row.talkAt),
    selfConfirmedAt: dateOf(row.selfConfirmedAt),
    superiorConfirmedAt: dateOf(row.superiorConfirmedAt),
    submittedAt: dateOf(row.submittedAt),
    doneAt: dateOf(row.doneAt),
    assessments: row.assessments.map((each) => shown(row, each, viewer)),
    // Others see complete files only.
    evidence: row.evidence
      .filter(({ fileId }) => fileId !== null || row.userId === viewer.userId)
      .map(({ fileId, ...file }) => ({ ...file, url: fileId && memberFileUrl(tenant.id, fileId, at) })),
    actions: actionsOf(row, viewer, at),
  }));
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/**
 * An assessment as the viewer may see it: one's own with its draft; those of others once they are submitted and, so that
 * nobody is influenced, once all scores are given. The superior sees the self-assessment at once.
 */
function shown(row: EvaluationRow, each: AssessmentRow, viewer: Viewer) {
  const submittedAt = dateOf(each.submittedAt);
  const isOpen = ['talk', 'confirmation', 'done'].includes(row.state) || (each.role === 'self' && submittedAt !== null);
  if (each.userId === viewer.userId || (isOpen && submittedAt !== null)) return { ...each, submittedAt };
  return { ...each, scores: {}, comment: '', score: null, submittedAt };
}

/** What the viewer can do with an evaluation now. */
function actionsOf(row: EvaluationRow, viewer: Viewer, at: Date): Action[] {
  return viewer.isAdmin && row.unattended ? [...stepsOf(row, viewer, at), 'name'] : stepsOf(row, viewer, at);
}

function stepsOf(row: EvaluationRow, { userId }: Viewer, at: Date): Action[] {
  const isSelf = row.userId === userId;
  const own = row.assessments.find((each) => each.userId === userId);
  const isAssessor = own?.role === 'assessor';
  switch (row.state) {
    case 'draft':
      return isSelf ? ['handIn'] : [];
    case 'selfAssessment':
      return isSelf ? ['assess'] : [];
    case 'assessing':
    case 'superiorAssessment':
      return isAssessor && !own.submittedAt && !(row.endAt && new Date(row.endAt) <= at) ? ['assess'] : [];
    case 'talk':
      return isAssessor ? ['talk'] : [];
    case 'confirmation':
      return (isSelf && !row.selfConfirmedAt) || (isAssessor && !row.superiorConfirmedAt) ? ['confirm'] : [];
    default:
      return [];
  }
}
