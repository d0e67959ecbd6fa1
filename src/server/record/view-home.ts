import type { z } from 'zod';
import type { Home } from '#src/contract/record.ts';
import { batched } from '#src/lib/batched.ts';
import { withTenant } from '#src/server/db/tenant.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { RequestContext, Tenant, Viewer } from '#src/server/http/context.ts';
import { HOME_QUERY } from './home-query.ts';

type Answer = z.input<typeof Home>;
type Row = Omit<Answer, 'courses'> & {
  n: number;
  courses: (Omit<Answer['courses'][number], 'cover'> & { coverFileId: string | null })[];
};
type Asked = { userId: string; now: Date };

const readers = new Map<string, (asked: Asked) => Promise<Answer>>();

/**
 * The dashboard of the signed-in person. People who open theirs at the same moment share one statement and one
 * transaction, like the look-up of their sessions: `/home` is the page that everybody opens at eight in the morning.
 */
export function viewHome({ tenant, viewer, now }: RequestContext & { viewer: Viewer }): Promise<Answer> {
  const key = `${tenant.id} ${tenant.timeZone}`;
  let read = readers.get(key);
  if (!read) readers.set(key, (read = batched((asked) => readHomes(tenant, asked), { max: 50, concurrency: 3 })));
  return read({ userId: viewer.userId, now: now() });
}

async function readHomes(tenant: Tenant, asked: Asked[]): Promise<Answer[]> {
  const { rows } = await withTenant(tenant.id, (_db, client) =>
    client.query<Row>({
      name: 'home',
      text: HOME_QUERY,
      values: [
        tenant.id,
        asked.map(({ userId }) => userId),
        asked.map(({ now }) => now.toISOString()),
        tenant.timeZone,
      ],
    }),
  );
  const homes: Answer[] = [];
  for (const { n, ...row } of rows) {
    homes[n - 1] = {
      ...row,
      certificates: row.certificates.map((entry) => ({ ...entry, gmtCreate: utc(entry.gmtCreate) })),
      tasks: row.tasks.map((entry) => ({ ...entry, startAt: utc(entry.startAt), endAt: utc(entry.endAt) })),
      courses: row.courses.map(({ coverFileId, ...entry }) => ({ ...entry, cover: publicFileUrl(coverFileId) })),
      exams: row.exams.map((entry) => ({
        ...entry,
        windowStart: utc(entry.windowStart),
        windowEnd: utc(entry.windowEnd),
      })),
      announcements: row.announcements.map((entry) => ({ ...entry, publishedAt: utc(entry.publishedAt) })),
    };
  }
  return homes;
}

/** A moment as JSON of PostgreSQL writes it, with the offset of the session, in the form of every other answer. */
const utc = (moment: unknown) => new Date(moment as string).toISOString();
