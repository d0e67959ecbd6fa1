import { sql } from 'drizzle-orm';
import {
  type AskedExport,
  type ExportList,
  type OfPerson,
  personColumns,
  personSql,
} from '#src/server/export/export-list.ts';
import { inPeriod, ofPeople } from '#src/server/export/people-condition.ts';
import { studiedColumn } from '#src/server/export/studied-columns.ts';
import { firstPass } from './read-tasks.ts';
import { taskOf, type TaskLine } from './task-of.ts';

type ItemOfLine = Pick<
  TaskLine,
  | ('item_id' | 'course_id' | 'exam_id' | 'coaching_id' | 'evaluation_form_id' | 'item_title' | 'progress')
  | ('done_at' | 'release_at' | 'after_ids')
>;
const NO_ITEM: ItemOfLine = {
  ...{ item_id: null, course_id: null, exam_id: null, coaching_id: null, evaluation_form_id: null },
  ...{ item_title: null, progress: 0 },
  ...{ done_at: null, release_at: null, after_ids: null },
};
type Row = OfPerson & {
  task: Pick<
    TaskLine,
    | 'id'
    | 'title'
    | 'summary'
    | 'task_type'
    | 'stored'
    | 'ordered'
    | 'counts_earlier'
    | 'late_completion'
    | 'end_changes'
  >;
  assignedAt: Date;
  startAt: Date;
  endAt: Date;
  completedAt: Date | null;
  items: (Omit<ItemOfLine, 'done_at' | 'release_at'> & { done_at: string | null; release_at: string | null })[];
};

/** The state of a task, like in the list of tasks. */
function stateOf({ task, assignedAt, startAt, endAt, completedAt, items }: Row, { now }: AskedExport) {
  const head = { ...task, assigned_at: assignedAt, start_at: startAt, end_at: endAt, completed_at: completedAt };
  const moment = (text: string | null) => (text === null ? null : new Date(text));
  const lines = items.map((item) => ({
    ...item,
    done_at: moment(item.done_at),
    release_at: moment(item.release_at),
  }));
  return taskOf(
    (lines.length > 0 ? lines : [NO_ITEM]).map((line) => ({ ...head, ...line })),
    now,
  );
}

/** Export of learning tasks: running ones by their end, then ended ones, latest first. */
export const taskExport: ExportList<Row> = {
  query: (asked) => {
    const now = sql`${asked.now.toISOString()}::timestamptz`;
    return sql`
      select ${personSql}, t.start_at as "startAt", t.end_at as "endAt", x.completed_at as "completedAt", i.items,
             x.gmt_create as "assignedAt",
             json_build_object('id', t.id, 'title', t.title, 'summary', t.summary, 'task_type', t.task_type,
                               'ordered', t.ordered, 'counts_earlier', t.counts_earlier,
                               'late_completion', t.late_completion, 'end_changes', t.end_changes,
                               'stored', x.study_progress) as task
      from study_task_user x
      join study_task t on t.enterprise_id = x.enterprise_id and t.id = x.task_id and t.published
      join enterprise_user u on u.enterprise_id = x.enterprise_id and u.user_id = x.user_id
      cross join lateral (
        select coalesce(json_agg(json_build_object(
                 'item_id', i.id, 'course_id', i.course_id, 'exam_id', i.exam_id,
                 'evaluation_form_id', i.evaluation_form_id,
                 'coaching_id', g.id, 'release_at', i.release_at, 'after_ids', i.after_ids,
                 'item_title', coalesce(c.title, e.title, l.title, f.title),
                 'progress', case when i.exam_id is not null then case when a.passed_at is null then 0 else 100 end
                                  when i.evaluation_form_id is not null then case when d.done_at is null then 0 else 100 end
                                  else coalesce(p.study_progress, g.study_progress, 0) end,
                 'done_at', coalesce(p.completed_at, g.completed_at, a.passed_at, d.done_at)) order by i.sort, i.id), '[]') as items
        from study_task_item i
        left join course c on c.enterprise_id = i.enterprise_id and c.id = i.course_id
        left join exam e on e.enterprise_id = i.enterprise_id and e.id = i.exam_id
        left join evaluation_form f on f.enterprise_id = i.enterprise_id and f.id = i.evaluation_form_id
        left join evaluation d on d.enterprise_id = i.enterprise_id and d.form_id = i.evaluation_form_id
          and d.user_id = x.user_id and d.attempt = 1
        left join course_progress p
          on p.enterprise_id = i.enterprise_id and p.course_id = i.course_id and p.user_id = x.user_id
        left join coaching_plan l on l.enterprise_id = i.enterprise_id and l.id = i.coaching_plan_id
        left join coaching g
          on g.enterprise_id = i.enterprise_id and g.plan_id = i.coaching_plan_id and g.learner_id = x.user_id
        left join lateral (
          select ${firstPass('n', 'x', 't')} as passed_at from portal.exam_passes(i.enterprise_id) n
          where n.exam_id = i.exam_id and n.user_id = x.user_id
        ) a on true
        where i.enterprise_id = t.enterprise_id and i.task_id = t.id
      ) i
      where x.enterprise_id = ${asked.enterpriseId} and ${inPeriod(asked, sql`t.end_at`)} and ${ofPeople(asked)}
      order by t.end_at <= ${now}, case when t.end_at > ${now} then t.end_at end, t.end_at desc, t.id, u.user_name, u.user_id`;
  },
  keeps: (row, asked) => asked.input.status === undefined || stateOf(row, asked).status === asked.input.status,
  columns: (t, asked) => [
    ...personColumns(asked),
    { name: 'task', width: 40, type: 'text', value: ({ task }) => task.title },
    { name: 'taskType', width: 14, type: 'text', value: ({ task }) => t(`enum:taskType.${task.task_type}`) },
    {
      name: 'state',
      width: 14,
      type: 'text',
      value: (row) => {
        const { status, isLate } = stateOf(row, asked);
        return t(`enum:learningState.${isLate ? 'completedLate' : status}`);
      },
    },
    { name: 'progress', width: 14, type: 'number', value: (row) => stateOf(row, asked).studyProgress },
    { name: 'periodStart', width: 18, type: 'time', value: ({ startAt }) => startAt },
    { name: 'periodEnd', width: 18, type: 'time', value: ({ endAt }) => endAt },
    studiedColumn(asked, 'completedAt', (row) => stateOf(row, asked).completedAt),
  ],
};
