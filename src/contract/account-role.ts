import { z } from 'zod';
import { BUNDLES } from './rules/rights.ts';
import { Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';

/** Who manages what (docs/specification.md, section "Roles"): administrators, and members with bundles of rights. */
export const accountRole = define({
  'POST /user/auth/enterprise/role/page': {
    summary:
      'List the grants of roles by name of the member; administrators and heads of departments among them; auditors of a department see those of its members',
    auth: 'audit.read',
    input: paged().extend({
      keyword: z.string().trim().max(100).optional(),
      role: z.enum(['administrator', 'head', ...BUNDLES]).optional(),
      userId: Id.optional(),
    }),
    data: page(
      z.object({
        id: z
          .string()
          .meta({ description: 'of the grant; of administrators and heads, made of what gives them the role' }),
        userId: Id,
        userName: z.string(),
        ofDepartment: z.string().nullable().meta({ description: 'where the member belongs' }),
        role: z.enum(['administrator', 'head', ...BUNDLES]),
        department: z
          .string()
          .nullable()
          .meta({ description: 'where the role is valid; null: in the whole enterprise' }),
        status: z.enum(['active', 'disabled']),
        grantedBy: z.string().nullable(),
        gmtCreate: Instant.nullable(),
      }),
    ),
  },
  'POST /user/auth/enterprise/role/grant': {
    summary: 'Give a member a bundle of rights, in the enterprise or in a department with those below it',
    auth: 'admin',
    proof: true,
    input: z.object({
      userId: Id,
      bundle: z.enum(BUNDLES),
      departmentId: Id.nullable().default(null).meta({ description: 'null: in the whole enterprise' }),
    }),
    data: z.object({ id: Id }),
  },
  'DELETE /user/auth/enterprise/role/revoke': {
    summary: 'Take a bundle of rights back',
    auth: 'admin',
    proof: true,
    input: z.object({ id: Id }),
    data: z.null(),
  },
});
