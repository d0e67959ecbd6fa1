/* Statements of the retention sweep. $1 enterprise, $2 since when rows are kept, $3 how many to delete at most. */

export const DELETE_EXAM_JOURNAL = 'select portal.delete_exam_journal($1, $2, $3) as deleted';

/**
 * Answers of attempts that are closed and completely marked: what counts of them is in `submitted_answers`. An attempt
 * that was closed before a moment was started before it, so older partitions are all that is read.
 */
export const DELETE_ANSWERS = `
with expired as materialized (
  select r.attempt_id, r.question_id
  from exam_answer r join exam_attempt a on a.enterprise_id = r.enterprise_id and a.id = r.attempt_id
  where r.enterprise_id = $1 and r.attempt_id < portal.first_id($2) and a.status = 'marked' and a.submitted_at < $2
  order by r.attempt_id limit $3
), old as (
  delete from exam_answer r using expired e
  where r.enterprise_id = $1 and r.attempt_id = e.attempt_id and r.question_id = e.question_id
    and r.attempt_id < portal.first_id($2)
  returning 1
) select count(*)::int as deleted from old`;

/** Notes and other choices of candidates go with the answers of the attempt. */
export const DELETE_CHOICES = `
with old as (
  delete from exam_choice c using exam_attempt a
  where c.enterprise_id = $1 and c.attempt_id < portal.first_id($2) and a.enterprise_id = $1 and a.id = c.attempt_id
    and a.status = 'marked' and a.submitted_at < $2
  returning 1
) select count(*)::int as deleted from old`;
