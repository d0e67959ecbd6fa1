import { z } from 'zod';
import { Id, page, paged } from './common.ts';
import { define } from './define.ts';

/** Administrators of an enterprise, appointed by each other. The first one founds it or comes from a people file. */
export const administrator = define({
  'POST /user/auth/enterprise/administrator/page': {
    summary: 'List the active administrators of the enterprise by name',
    auth: 'admin',
    input: paged(20),
    data: page(
      z.object({
        userId: Id,
        userName: z.string(),
        department: z.string().nullable(),
        post: z.string().nullable(),
      }),
    ),
  },
  'PUT /user/auth/enterprise/administrator/save': {
    summary: 'Appoint a member as administrator, or end the appointment of another administrator',
    auth: 'admin',
    proof: true,
    input: z.object({ userId: Id, isAdmin: z.boolean() }),
    data: z.object({ isAdmin: z.boolean() }),
  },
});
