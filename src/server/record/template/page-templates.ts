import { and, asc, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { LAYOUT_LIMITS, type Orientation } from '#src/contract/rules/certificate-layout.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { certificateTemplate } from '#src/server/record/tables/template.ts';
import { isChanged, publishedVersion } from './template-rows.ts';

/** Names of kinds that are listed with a template. */
const NAMED_KINDS = 5;

/** SQL: kinds of which it is the template; those of courses are named like their courses. */
const ofTemplate = sql`from certificate k
  where k.enterprise_id = certificate_template.enterprise_id and k.template_id = certificate_template.id`;

/** Lists the templates of the enterprise, with the kinds that have them. */
export function pageTemplates(
  { db, tenant }: Context,
  input: OperationInput<'POST /course/auth/certificate/template/page'>,
) {
  const { id, name, gmtModified, enterpriseId } = certificateTemplate;
  const where = and(
    eq(enterpriseId, tenant.id),
    input.keyword ? sql`strpos(lower(${name}), lower(${input.keyword})) > 0` : undefined,
  );
  return readPage(input, ({ limit, offset }) =>
    db
      .select({
        ...{ id, name, gmtModified, isChanged, version: publishedVersion },
        orientation: sql<Orientation>`${certificateTemplate.draft} ->> 'orientation'`,
        isFromPack: sql<boolean>`${certificateTemplate.code} is not null`,
        kinds: sql<
          string[]
        >`array(select k.certificate_name ${ofTemplate} order by k.certificate_name, k.id limit ${NAMED_KINDS})`,
        kindCount: sql<number>`(select count(*)::int ${ofTemplate})`,
        totalCount: sql<number>`(count(*) over ())::int`,
      })
      .from(certificateTemplate)
      .where(where)
      .orderBy(...orderOf(input.sort, { name, gmtModified }, [asc(name), asc(id)]))
      .limit(limit)
      .offset(offset),
  );
}

/** Lists the templates of which something was published. */
export const listTemplates = ({ db, tenant }: Context) =>
  db
    .select({ id: certificateTemplate.id, name: certificateTemplate.name })
    .from(certificateTemplate)
    .where(and(eq(certificateTemplate.enterpriseId, tenant.id), sql`${publishedVersion} is not null`))
    .orderBy(asc(certificateTemplate.name), asc(certificateTemplate.id))
    .limit(LAYOUT_LIMITS.templates);
