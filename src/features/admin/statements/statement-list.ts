import { listQuery, pageInput, type StateOf } from '#src/lib/list-query.ts';

/* The query of `/admin/statements`, and the call of its list. */

const PAGE = 'POST /data/auth/statement/department/page';

export const STATEMENTS = listQuery<Record<string, never>, never>({
  path: '/admin/statements',
  filters: {},
  sorts: [],
});

export const statementPage = (state: StateOf<typeof STATEMENTS>) => [PAGE, pageInput(state)] as const;
