import type pg from 'pg';

type Size = { courses: number; files: number };

const FUNCTIONS = `
  create or replace function pg_temp.content_id(kind text, n int) returns uuid stable language sql as $$
    select overlay(overlay(md5(current_setting('app.enterprise_id') || kind || n) placing '8' from 13) placing '8' from 17)::uuid $$`;

/** Courses of 5 items with descriptions of 5 KB, of which each twentieth shows a picture and has a draft; files of all kinds in folders. */
const STEPS = [
  `insert into category (enterprise_id, id, code, name, sort)
   select :tenant, pg_temp.content_id('category', n), 'c' || n, jsonb_build_object('zh', '类别 ' || n, 'en', 'Category ' || n), n
   from generate_series(1, 40) n`,
  `insert into file (enterprise_id, id, store_key, sha256, file_name, content_type, file_size, visibility)
   select :tenant, pg_temp.content_id('file', n), 'bench/' || n, md5('bench' || n), n || '.mp4', 'video/mp4', 1000 + n, 'member'
   from generate_series(1, :files) n`,
  `insert into media_folder (enterprise_id, id, name)
   select :tenant, pg_temp.content_id('folder', n), '文件夹 ' || n from generate_series(1, 200) n`,
  `insert into media_file (enterprise_id, file_id, folder_id, name, kind, bytes, gmt_create)
   select :tenant, pg_temp.content_id('file', n), case when n % 4 > 0 then pg_temp.content_id('folder', n % 200 + 1) end,
          '安全培训 ' || n || '.mp4', (array['video', 'audio', 'document', 'picture', 'archive'])[n % 5 + 1], 1000 + n,
          now() - n * interval '1 minute'
   from generate_series(1, :files) n`,
  `insert into course (enterprise_id, id, code, title, summary, description, course_type, category_id, cover_file_id, class_hours, hour_kind,
                       gmt_modified)
   select :tenant, pg_temp.content_id('course', n), 'portal-' || n, '课程 ' || n || '：安全生产', '内容简介',
          (select string_agg(md5(n || ' ' || k), ' ') from generate_series(1, 150) k)
            || case when n % 20 = 0 then E'\\n\\n![](/media/' || pg_temp.content_id('file', n) || ')' else '' end,
          1, pg_temp.content_id('category', n % 40 + 1), pg_temp.content_id('file', n), 1.5, 'required', now() - n * interval '1 hour'
   from generate_series(1, :courses) n`,
  `insert into course_resource (enterprise_id, id, course_id, code, sub_resource_name, content_type, total_duration, sort, file_id)
   select :tenant, pg_temp.content_id('resource', n * 8 + r), pg_temp.content_id('course', n), 'r' || r, '第 ' || r || ' 节', 5, 600, r,
          pg_temp.content_id('file', (n * 5 + r) % :files + 1)
   from generate_series(1, :courses) n, generate_series(1, 5) r`,
  `insert into content_item (enterprise_id, kind, id, version, draft)
   select :tenant, 'course', pg_temp.content_id('course', n), 1,
          case when n % 20 = 0 then jsonb_build_object('title', '课程 ' || n || '（新）', 'coverFileId', pg_temp.content_id('file', n)) end
   from generate_series(1, :courses) n`,
];

/** Fills the tenant of `app.enterprise_id` with courses and files of the media library. */
export async function makeLargeContent(client: pg.ClientBase, tenant: string, size: Size): Promise<void> {
  await client.query(FUNCTIONS);
  await client.query(`select set_config('app.enterprise_id', $1, false)`, [tenant]);
  for (const step of STEPS)
    await client.query(
      step
        .replaceAll(':tenant', `'${tenant}'::uuid`)
        .replace(/:(courses|files)/g, (_, name: keyof Size) => String(size[name])),
    );
  await client.query('analyze');
}
