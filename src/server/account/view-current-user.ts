import { and, count, eq } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/db/schema/account.ts';
import { userCertificate } from '#src/server/db/schema/record.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { Context } from '#src/server/http/context.ts';
import { notFound } from '#src/server/http/refusal.ts';

/** User info of the signed-in person (spec section 3), for the header and their pages. */
export async function viewCurrentUser(ctx: Context) {
  const { tenant, viewer, db } = ctx;
  const [user] = await db
    .select()
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, viewer.userId)));
  if (!user) throw notFound();
  const [certificates] = await db
    .select({ n: count() })
    .from(userCertificate)
    .where(and(eq(userCertificate.enterpriseId, tenant.id), eq(userCertificate.userId, viewer.userId)));
  return {
    id: user.userId,
    userName: user.userName,
    userType: user.userType,
    headPortrait: publicFileUrl(user.headPortraitFileId),
    isAdmin: user.isAdmin,
    sex: user.sex,
    certificateCount: certificates!.n,
    enterpriseId: tenant.id,
    enterpriseName: tenant.name,
    department: user.department,
    post: user.post,
  };
}
