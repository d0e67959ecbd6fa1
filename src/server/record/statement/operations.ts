import { statement } from '#src/contract/statement.ts';
import { implement } from '#src/server/core/implement.ts';
import { issueStatement, listYears } from './issue-statement.ts';
import { pageOfDepartments, pageOfOrganisation, pageOwn } from './page-statements.ts';
import { exportOrganisationStatement, exportStatement } from './request-statement.ts';
import { verifyStatement } from './verify-statement.ts';

export const statementOperations = implement(statement, {
  'GET /data/auth/statement/year/list': listYears,
  'POST /data/auth/statement/issue': issueStatement,
  'POST /data/auth/statement/page': pageOwn,
  'POST /data/auth/statement/department/export': exportStatement,
  'POST /data/auth/statement/department/page': pageOfDepartments,
  'POST /data/auth/statement/organisation/export': exportOrganisationStatement,
  'POST /data/auth/statement/organisation/page': pageOfOrganisation,
  'GET /data/api/statement/verify': verifyStatement,
});
