import { maskPhone } from '#src/lib/phone.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { readMember } from './read-member.ts';

/**
 * Returns the profile of the user, for the header of every page and the user's pages.
 * @throws AppError 404 when the membership has ended
 */
export async function viewCurrentUser(ctx: RequestContext & { viewer: Viewer }) {
  const { user: found } = await readMember(ctx);
  if (!found) throw notFound();
  const { headPortraitFileId, phone, ...user } = found;
  return {
    ...user,
    // At a shared terminal nobody has a role.
    userType: ctx.viewer.userType,
    isAdmin: ctx.viewer.isAdmin,
    // Whose rights rest is led to the second factor from the back office.
    manages: ctx.viewer.isAdmin || ctx.viewer.grants.length > 0 || ctx.viewer.factorDuty === 'roles',
    token: ctx.token,
    phone: phone && maskPhone(phone),
    headPortrait: publicFileUrl(headPortraitFileId),
    enterpriseId: ctx.tenant.id,
    enterpriseName: ctx.tenant.name,
  };
}
