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

export type PeopleFilter = Pick<Filter, 'keyword' | 'state'>;

/** Which active members a filter finds: joins of their PIN and badge, and the condition. */
export function peopleOf(enterpriseId: string, { keyword, state }: PeopleFilter) {
  const of = (table: typeof terminalPin | typeof terminalBadge) =>
    and(eq(table.enterpriseId, enterpriseUser.enterpriseId), eq(table.userId, enterpriseUser.userId));
  return {
    pin: [terminalPin, of(terminalPin)] as const,
    badge: [terminalBadge, of(terminalBadge)] as const,
    where: and(
      eq(enterpriseUser.enterpriseId, enterpriseId),
      eq(enterpriseUser.status, 'active'),
      state && STATES[state],
      namedLike(keyword),
    ),
  };
}

/** Returns a page of the active members with the state of their PIN and badge. */
export function pagePeople({ db, tenant }: Context, input: Filter) {
  const { userId, userName, employeeNo, department } = enterpriseUser;
  const found = peopleOf(tenant.id, input);
  return readPage(input, ({ limit, offset }) =>
    db
      .select({
        ...{ userId, userName, employeeNo, department, badgeSince: terminalBadge.gmtCreate },
        pin: sql<'none' | 'initial' | 'own' | 'locked'>`case when ${terminalPin.userId} is null then 'none'
          when ${terminalPin.lockedAt} is not null then 'locked' when ${terminalPin.isInitial} then 'initial' else 'own' end`,
        totalCount: sql<number>`(count(*) over ())::int`,
      })
      .from(enterpriseUser)
      .leftJoin(...found.pin)
      .leftJoin(...found.badge)
      .where(found.where)
      .orderBy(...orderOf(input.sort, { userName, employeeNo, department }, [asc(userName), asc(userId)]))
      .limit(limit)
      .offset(offset),
  );
}
