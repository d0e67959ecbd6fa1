import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { namedLike } from './badges.ts';
import { terminalBadge, terminalPin } from './tables.ts';

type Filter = OperationInput<'POST /user/auth/terminal/person/page'>;

const STATES = {
  noPin: isNull(terminalPin.userId),
  locked: isNotNull(terminalPin.lockedAt),
  noBadge: isNull(terminalBadge.userId),
  badge: isNotNull(terminalBadge.userId),
};

/** Returns a page of the active members with the state of their PIN and badge. */
export function pagePeople({ db, tenant }: Context, input: Filter) {
  const { userId, userName, employeeNo, department } = enterpriseUser;
  return readPage(input, ({ limit, offset }) =>
    db
      .select({
        ...{ userId, userName, employeeNo, department, badgeSince: terminalBadge.gmtCreate },
        pin: sql<'none' | 'initial' | 'own' | 'locked'>`case when ${terminalPin.userId} is null then 'none'
          when ${terminalPin.lockedAt} is not null then 'locked' when ${terminalPin.isInitial} then 'initial' else 'own' end`,
        totalCount: sql<number>`(count(*) over ())::int`,
      })
      .from(enterpriseUser)
      .leftJoin(
        terminalPin,
        and(eq(terminalPin.enterpriseId, enterpriseUser.enterpriseId), eq(terminalPin.userId, enterpriseUser.userId)),
      )
      .leftJoin(
        terminalBadge,
        and(
          eq(terminalBadge.enterpriseId, enterpriseUser.enterpriseId),
          eq(terminalBadge.userId, enterpriseUser.userId),
        ),
      )
      .where(
        and(
          eq(enterpriseUser.enterpriseId, tenant.id),
          eq(enterpriseUser.status, 'active'),
          input.state && STATES[input.state],
          namedLike(input.keyword),
        ),
      )
      .orderBy(...orderOf(input.sort, { userName, employeeNo, department }, [asc(userName), asc(userId)]))
      .limit(limit)
      .offset(offset),
  );
}
