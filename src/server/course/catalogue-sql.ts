import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { ResourceKind as KindSchema } from '#src/contract/course.ts';
import { MAX_CONFIRMED } from '#src/contract/rules/course-items.ts';
import { MIN_PAGE_SECONDS } from '#src/contract/rules/document-pages.ts';

export type ResourceKind = z.infer<typeof KindSchema>;

/** Default reading time of a document, of one of its pages once they are counted, and of a picture or link, in seconds. */
const DEFAULT_READING = { document: 60, page: 10, picture: 10 };
/** Kinds that count without a duration: their completion is an event. */
const UNTIMED: readonly ResourceKind[] = ['exam', 'practice', 'questionnaire', 'training', 'evaluation', 'live'];

const text = (value: string) => sql.raw(`'${value}'`);
const number = (value: number) => sql.raw(String(value));

/**
 * What cannot be shown cannot be read here either: it must not keep a course from being completed. The old Office formats can
 * be read elsewhere: the reader confirms that.
 */
const KIND = sql`case
  when p.activity is not null then p.activity
  when p.content_type = 3 then 'exam'
  when p.content_type = 7 then 'practice'
  when p.link_url is not null then 'reading'
  when p.file_id is null then 'other'
  when p.resource_type in (2, 3) then 'media'
  when p.problem <> 'oldFormat' then 'download'
  when p.resource_type in (4, 5) or p.content_type = 4 then 'reading'
  else 'download' end`;

/** A live class has a duration once its recording can be watched. */
const DURATION = sql`case
  when k.kind = 'media' then coalesce(nullif(k.stored_duration, 0), k.file_duration, 0)
  when k.kind = 'live' then k.stored_duration
  when k.kind <> 'reading' then 0
  when k.link_url is not null then least(coalesce(nullif(k.stored_duration, 0), ${number(DEFAULT_READING.picture)}), ${number(MAX_CONFIRMED)})
  when k.resource_type is distinct from 4 then coalesce(nullif(k.stored_duration, 0), ${number(DEFAULT_READING.picture)})
  when k.page_count is null then least(coalesce(nullif(k.stored_duration, 0), ${number(DEFAULT_READING.document)}),
                                       case when k.problem = 'oldFormat' then ${number(MAX_CONFIRMED)} end)
  when k.stored_duration > 0 then greatest(k.stored_duration, k.page_count * ${number(MIN_PAGE_SECONDS)})
  else k.page_count * ${number(DEFAULT_READING.page)} end`;

const IS_TIMED = sql`not t.is_untimed and t.total_duration > 0`;

/**
 * Common table expressions for a `with recursive`, of which the last one, `catalogue`, has the published resources of courses
 * with their kind, duration (seconds), whether they count towards the progress of the course, and their weight in it:
 * the duration, or the average of the timed ones for resources without a duration. Weights are multiplied by the number of timed
 * resources, so that they are whole numbers. Resources below an unpublished one are left out: they cannot be opened, so
 * they must not count.
 *
 * A generic plan does not know how large a course is, and would join these tables with nested loops: conditions are
 * written so that they are looked up in hash tables.
 * @param courses condition on the id of the course, e.g. `= $2`
 */
export const catalogueOf = (enterpriseId: string, courses: SQL): SQL => sql`
  published as materialized (
    select r.id, r.course_id, r.parent_id, r.sub_resource_name, r.content_type, r.resource_type, r.file_id, r.exam_id,
           r.activity, r.link_url, r.release_at, r.release_days, r.sort, r.total_duration as stored_duration, f.file_name, f.file_size, f.content_type as mime,
           f.duration as file_duration, f.version as file_version, d.page_count, d.problem
    from course_resource r
    left join file f on f.enterprise_id = r.enterprise_id and f.id = r.file_id
    left join document d on d.enterprise_id = f.enterprise_id and d.file_id = f.id
    where r.enterprise_id = ${enterpriseId} and r.course_id ${courses} and r.published
  ), folder as (
    select id, course_id, parent_id from published
    where ((course_id, id) in (select course_id, parent_id from published where parent_id is not null)) is true
  ), opened as (
    select id, course_id from folder where parent_id is null
    union all
    select f.id, f.course_id from opened o join folder f on f.course_id = o.course_id and f.parent_id = o.id
  ), kinds as (
    select p.*, ${KIND} as kind from published p
    where p.parent_id is null or (p.course_id, p.parent_id) in (select course_id, id from opened)
  ), timed as (
    select k.*, k.kind in (${sql.join(UNTIMED.map(text), sql`, `)}) as is_untimed, ${DURATION} as total_duration from kinds k
  ), catalogue as (
    select t.*, t.is_untimed or t.total_duration > 0 as counted,
           (case when t.is_untimed then coalesce(sum(t.total_duration) filter (where ${IS_TIMED}) over each_course, 1)
                 else t.total_duration * count(*) filter (where ${IS_TIMED}) over each_course end)::float8 as weight
    from timed t window each_course as (partition by t.course_id)
  )`;
