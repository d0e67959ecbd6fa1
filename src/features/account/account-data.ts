import type { Api } from '#src/client/api.ts';
import { answerIn, type Given, prefetch } from '#src/client/query.ts';
import type { Data } from '#src/contract/calls.ts';
import { type AccountView, hasOrganisationCentre, isTeacher, readView } from './account-query.ts';
import { hourTotals, orderView, requestView, undoCount, wantedBy } from './panel-calls.ts';
import { waitingPages } from './teaching-sections.ts';

type AccountData =
  | {
      is: 'found';
      view: AccountView;
      /** Initial data of the island. */
      given: Given;
      teaches: boolean;
      user: Data<'GET /user/auth/enterprise/user/info/current/view'>;
      totalHours: number;
    }
  /** The URL contains a request or an order that is not accessible to the user. */
  | { is: 'missing' }
  /** The URL contains a page beyond the end of the list, e.g. after its announcements were deleted. */
  | { is: 'beyond'; lastPage: number };

/** Reads the initial data of the island of `/account` for a URL. Runs on the server. */
export async function accountData(locals: Pick<App.Locals, 'api' | 'find' | 'member'>, url: URL): Promise<AccountData> {
  const { api, member } = locals;
  // Returns null for what does not exist.
  const find = locals.find as Api;
  const organisation = hasOrganisationCentre(member);
  // Shown with their numbers in the Teaching tab; empty for members for whom nothing can wait.
  const [user, always, waiting] = await Promise.all([
    api('GET /user/auth/enterprise/user/info/current/view'),
    prefetch(api, [undoCount(), hourTotals()]),
    prefetch(api, waitingPages()),
  ]);
  const decides = member.isAdmin || answerIn(always, undoCount())!.totalCount > 0;
  const teaches = isTeacher(member) || waitingPages().some((asked) => answerIn(waiting, asked)!.totalCount > 0);
  const view = readView(url.search, { organisation, decides, teaches });
  const own = await prefetch(find, wantedBy(view));
  const answers = Object.values(own);
  if (answers.includes(null)) return { is: 'missing' };
  const list = answers.find(isBeyondEnd);
  if (list) return { is: 'beyond', lastPage: list.totalPage };
  const request = view.panel === 'request' && answerIn(own, requestView(view));
  const ordered = request && request.flowType === 'order' && organisation;
  const order = ordered ? await prefetch(find, [orderView(request.subjectId)]) : {};
  return {
    is: 'found',
    view,
    given: { ...always, ...(teaches && waiting), ...own, ...order },
    teaches,
    user,
    totalHours: answerIn(always, hourTotals())!.totalHours,
  };
}

type Page = { pageCurrent: number; totalPage: number };

function isBeyondEnd(answer: unknown): answer is Page {
  const { pageCurrent = 0, totalPage = 0 } = answer as Partial<Page>;
  return pageCurrent > Math.max(1, totalPage);
}
