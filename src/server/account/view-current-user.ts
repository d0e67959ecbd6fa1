import { maskPhone } from '#src/lib/phone.ts';
import { batchedPer } from '#src/lib/batched.ts';
import { withPrepared } from '#src/server/db/tenant.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { RequestContext, Viewer } from '#src/server/http/context.ts';
import { notFound, type Refusal } from '#src/server/http/refusal.ts';

type User = {
  id: string;
  userName: string;
  userType: number;
  headPortraitFileId: string | null;
  isAdmin: boolean;
  sex: number;
  department: string | null;
  post: string | null;
  email: string | null;
  phone: string | null;
  hasPassword: boolean;
  passwordChangedAt: Date | null;
  certificateCount: number;
  cartCount: number;
};

const readUser = batchedPer<string, User>(readUsers, { concurrency: 2 });

/**
 * User info of the signed-in person (spec section 3), for the header of every page and their own pages. Requests that
 * arrive together share one query, like the look-up of their sessions.
 * @throws Refusal 404 when the membership is gone
 */
export async function viewCurrentUser({ tenant, viewer }: RequestContext & { viewer: Viewer }) {
  const { headPortraitFileId, phone, ...user } = await readUser(tenant.id, viewer.userId);
  return {
    ...user,
    phone: phone && maskPhone(phone),
    headPortrait: publicFileUrl(headPortraitFileId),
    enterpriseId: tenant.id,
    enterpriseName: tenant.name,
  };
}

async function readUsers(enterpriseId: string, userIds: string[]): Promise<(User | Refusal)[]> {
  const { rows } = await withPrepared(enterpriseId, (_db, client) =>
    client.query<User>({
      name: 'current-user',
      text: `select u.user_id as id, u.user_name as "userName", u.user_type as "userType", u.is_admin as "isAdmin", u.sex,
                    u.head_portrait_file_id as "headPortraitFileId", u.department, u.post, u.email,
                    a.phone, a.password_hash is not null as "hasPassword", a.password_changed_at as "passwordChangedAt",
                    (select count(*)::int from user_certificate c
                     where c.enterprise_id = u.enterprise_id and c.user_id = u.user_id) as "certificateCount",
                    (select count(*)::int from cart_item i
                     where i.enterprise_id = u.enterprise_id and i.user_id = u.user_id) as "cartCount"
             from enterprise_user u join portal.user_account a on a.id = u.user_id
             where u.enterprise_id = $1 and u.user_id = any($2::uuid[])`,
      values: [enterpriseId, userIds],
    }),
  );
  const byId = new Map(rows.map((user) => [user.id, user]));
  return userIds.map((id) => byId.get(id) ?? notFound());
}
