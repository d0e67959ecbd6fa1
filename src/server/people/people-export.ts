import { eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { ExportInput } from '#src/contract/export.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import type { ExportList } from '#src/server/export/export-list.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { canChange } from './managed.ts';
import { peopleOrder, peopleWhere } from './page-people.ts';

type Asked = OperationInput<'POST /user/auth/people/export'>;
type Row = {
  employeeNo: string | null;
  userName: string;
  department: string | null;
  post: string | null;
  superiorName: string | null;
  joinedOn: string | null;
  status: 'active' | 'disabled';
  userType: number;
  phone: string | null;
  canChange: boolean;
};

/** Export of the list of people, with the departments that the user manages when the file is made. */
export const peopleExport: ExportList<Row> = {
  query: (asked) => {
    const viewing = { tenant: { id: asked.enterpriseId }, viewer: asked };
    const { sort, ...filter } = asked.input as Asked & ExportInput;
    const u = enterpriseUser;
    return sql`
      select ${u.employeeNo} as "employeeNo", ${u.userName} as "userName", ${u.department}, ${u.post}, ${u.joinedOn}::text as "joinedOn",
             ${u.status}, ${u.userType} as "userType", ${userAccount.phone}, ${canChange(viewing)} as "canChange",
             (select s.user_name from enterprise_user s where s.enterprise_id = ${u.enterpriseId} and s.user_id = ${u.superiorId}) as "superiorName"
      from ${u} join ${userAccount} on ${eq(userAccount.id, u.userId)}
      where ${peopleWhere(viewing, filter)}
      order by ${sql.join(peopleOrder(sort), sql`, `)}`;
  },
  columns: (t) => [
    { name: 'employeeNo', width: 16, type: 'text', value: ({ employeeNo }) => employeeNo },
    { name: 'person', width: 16, type: 'text', value: ({ userName }) => userName },
    { name: 'department', width: 28, type: 'text', value: ({ department }) => department },
    { name: 'post', width: 16, type: 'text', value: ({ post }) => post },
    { name: 'superior', width: 16, type: 'text', value: ({ superiorName }) => superiorName },
    { name: 'joinedOn', width: 14, type: 'text', value: ({ joinedOn }) => joinedOn },
    { name: 'status', width: 12, type: 'text', value: ({ status }) => t(`enum:memberStatus.${status}`) },
    { name: 'userType', width: 14, type: 'text', value: ({ userType }) => t(`enum:userType.${userType}`) },
    {
      name: 'phone',
      width: 16,
      type: 'text',
      value: ({ phone, canChange }) => phone && (canChange ? phone : maskPhone(phone)),
    },
  ],
};

/** Requests an export of the members that a filter finds. @throws AppError 429 like `requestExport` */
export const exportPeople = (ctx: Context, input: Asked) =>
  requestExport(ctx, 'people', { ...input, scope: 'managed', managed: scopeOf(ctx.viewer, 'people.read') });
