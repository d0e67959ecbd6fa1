import { ApiError } from '#src/client/api-error.ts';
import type { Session, SessionViewer } from '#src/client/session.store.ts';
import type { Data } from '#src/contract/calls.ts';

export type Website = Data<'POST /system/api/website/view'>;
export type UserInfo = Data<'GET /user/auth/enterprise/user/info/current/view'>;
export type FrameData = {
  website: Website;
  /** The current user and their counts; null for visitors and users without an enterprise. */
  session: Session | null;
  articles: { code: string; id: string; title: string }[];
  /**
   * The request had an invalid token: the browser clears its session data (docs/specification.md, section "Sessions").
   */
  sessionEnded: boolean;
};

/** Texts of the bar of a session at a shared terminal. */
export const TERMINAL_TEXTS = ['terminal.bar', 'terminal.pad', 'errors'];

/** Texts of the dialog that asks somebody in the back office to prove again who they are. */
export const PROOF_TEXTS = ['account.factor', 'account.login', 'account.passkey', 'account.code', 'account.password'];

const read = new WeakMap<App.Locals, Promise<FrameData>>();

/**
 * Data of the page frame: the tenant's branding and the current user. Read once per request. A slow page may call it
 * first, so that it is read concurrently.
 */
export function frameData(locals: App.Locals, hasToken: boolean): Promise<FrameData> {
  let data = read.get(locals);
  if (!data) {
    read.set(locals, (data = readFrame(locals, hasToken)));
    // Callers get the error; a page that failed earlier does not await it.
    data.catch(() => undefined);
  }
  return data;
}

async function readFrame(locals: App.Locals, hasToken: boolean): Promise<FrameData> {
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
    session: user && {
      viewer: sessionViewer(user, hours?.totalHours ?? 0, locals),
      unread: unread?.count ?? 0,
      notices: unread?.notices ?? 0,
      cart: user.cartCount,
      ...(locals.viewer?.atTerminal && { isAtTerminal: true }),
    },
    articles: articles.list,
    // A preview for visitors is shown to an editor, who stays signed in.
    sessionEnded: refused || (hasToken && !locals.viewer && !locals.preview),
  };
}

/**
 * The session of a page without top bar, from what is known of every request: no query. What only the top bar shows is
 * left out.
 */
export function bareSession({ member, tenant }: Pick<App.Locals, 'member' | 'tenant'>): Session {
  const { userId: id, userName, sex, userType, isAdmin, grants } = member;
  const unknown = { headPortrait: null, department: null, post: null, certificateCount: 0, totalHours: 0 };
  return {
    viewer: {
      id,
      userName,
      sex,
      userType,
      isAdmin,
      manages: isAdmin || grants.length > 0,
      enterpriseName: tenant.name,
      timeZone: tenant.timeZone,
      ...unknown,
    },
    ...{ unread: 0, notices: 0, cart: 0 },
    isBare: true,
    ...(member.atTerminal && { isAtTerminal: true }),
  };
}

/** Only fields that islands show, because the payload is in the HTML of every page. */
export function sessionViewer(
  user: UserInfo,
  totalHours: number,
  { tenant, enterpriseZone }: Pick<App.Locals, 'tenant' | 'enterpriseZone'>,
): SessionViewer {
  const { id, userName, headPortrait, sex, userType, isAdmin, manages } = user;
  const { department, post, enterpriseName, certificateCount } = user;
  return {
    id,
    userName,
    headPortrait,
    sex,
    userType,
    isAdmin,
    manages,
    department,
    post,
    enterpriseName,
    certificateCount,
    totalHours,
    timeZone: tenant.timeZone,
    ...(tenant.timeZone !== enterpriseZone && { enterpriseZone }),
  };
}

/** A rejected user-info call logs the user out; other errors are rethrown. */
async function currentUser(locals: App.Locals): Promise<UserInfo | null> {
  try {
    return await locals.api('GET /user/auth/enterprise/user/info/current/view');
  } catch (error) {
    if (error instanceof ApiError && error.code < 500) return null;
    throw error;
  }
}
