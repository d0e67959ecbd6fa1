import { ApiError } from '#src/client/api-error.ts';
import type { Data } from '#src/contract/calls.ts';

export type Website = Data<'POST /system/api/website/view'>;
export type UserInfo = Data<'GET /user/auth/enterprise/user/info/current/view'>;
export type FrameData = {
  website: Website;
  /** Class hours of all years, for the user menu. */
  totalHours: number;
  /** Notices that wait to be read, for the bell. */
  unreadCount: number;
  /** Null for anonymous visitors and for someone in no enterprise. */
  user: UserInfo | null;
  articles: { code: string; id: string; title: string }[];
  /** A token came along that leads to nobody here: the browser clears what it keeps (spec section 4). */
  sessionEnded: boolean;
};

/** What every page's frame shows: the tenant's dress and the signed-in person. Read once per request, side by side. */
export async function frameData(locals: App.Locals, hasToken: boolean): Promise<FrameData> {
  const signedIn = Boolean(locals.viewer?.enterpriseId);
  const [website, user, hours, unread, articles] = await Promise.all([
    locals.api('POST /system/api/website/view'),
    signedIn ? currentUser(locals) : null,
    signedIn ? locals.api('GET /data/auth/course/hour/user/hours/count') : null,
    signedIn ? locals.api('POST /user/auth/announcement/user/record/wait/read/count') : null,
    locals.api('POST /system/api/sys/article/list', { pageSize: 6 }),
  ]);
  const refused = signedIn && !user;
  return {
    website,
    user,
    totalHours: hours?.totalHours ?? 0,
    unreadCount: unread?.count ?? 0,
    articles: articles.list,
    sessionEnded: refused || (hasToken && !locals.viewer),
  };
}

/** A refused user-info load signs the user out (spec section 4); a fault is a fault and shows as one. */
async function currentUser(locals: App.Locals): Promise<UserInfo | null> {
  try {
    return await locals.api('GET /user/auth/enterprise/user/info/current/view');
  } catch (error) {
    if (error instanceof ApiError && error.code < 500) return null;
    throw error;
  }
}
