/** Statement of the retention sweep: $1 enterprise, $2 since when rows are kept, $3 how many to delete at most. */
export const DELETE_STUDY_REFUSALS = `
with old as (
  delete from study_refusal where enterprise_id = $1 and id in (
    select id from study_refusal where enterprise_id = $1 and gmt_create < $2 order by gmt_create limit $3)
  returning 1
) select count(*)::int as deleted from old`;
