import type { Wanted } from '#src/client/query.ts';
import type { AccountView, ViewOf } from './account-query.ts';
import { wantedByCentre } from './centre/centre-view.ts';

/* The calls of the panels: the page makes them before rendering, the panels read them with `useCall`. */

export const taskPage = ({ status, page }: ViewOf<'tasks'>) =>
  ['POST /course/auth/study/task/page', { pageCurrent: page, status }] as const;
export const coursePage = ({ status, page }: ViewOf<'courses'>) =>
  ['POST /data/auth/course/user/progress/user/page', { pageCurrent: page, status }] as const;
export const projectPage = ({ status, page }: ViewOf<'projects'>) =>
  ['POST /course/auth/project/info/page', { pageCurrent: page, learningState: status, joined: true }] as const;
export const classPage = ({ page }: ViewOf<'classes'>) =>
  ['POST /data/auth/user/class/page', { pageCurrent: page }] as const;
export const notePage = ({ courseId, keyword }: ViewOf<'notes'>) =>
  ['POST /course/auth/study/note/page', { courseId, keyword }] as const;
/** The courses with notes, for the filter. */
export const noteCourses = () => ['POST /course/auth/study/note/course/list', {}] as const;
export const hourTotals = () => ['GET /data/auth/course/hour/user/hours/count', {}] as const;
export const hourMonths = ({ year }: ViewOf<'hours'>) =>
  ['GET /data/auth/course/hour/user/month/list', { year }] as const;
export const hourLines = ({ year, page }: ViewOf<'hours'>) =>
  ['POST /data/auth/course/hour/user/course/hour/page', { pageCurrent: page, year }] as const;
export const statementPage = () => ['POST /data/auth/statement/page', {}] as const;
export const statementYears = () => ['GET /data/auth/statement/year/list', {}] as const;
export const certificatePage = ({ status, page }: ViewOf<'certificates'>) =>
  [
    'POST /course/auth/user/certificate/page',
    { pageCurrent: page, pageSize: 12, ...certificateFilter(status) },
  ] as const;
/** What is asked of the server for a state that can be chosen. */
export const certificateFilter = (status: ViewOf<'certificates'>['status']) =>
  status === 'expiring' ? { expiresWithin: '90' as const } : { status };
export const creditTotals = () => ['GET /data/auth/user/credit/hour/change/record/count', {}] as const;
export const creditLines = ({ kind, year, page }: ViewOf<'credits'>) =>
  ['POST /data/auth/user/credit/hour/change/record/page', { pageCurrent: page, year, kind }] as const;
export const examPage = ({ examState, page }: ViewOf<'exams'>) =>
  ['POST /exam/auth/user/exam/task/record/page', { pageCurrent: page, examState }] as const;
export const noticePage = ({ read, page }: ViewOf<'notices'>) =>
  [
    'POST /user/auth/announcement/user/record/page',
    { pageCurrent: page, ...(read && { read: read === 'read' }) },
  ] as const;
export const ownNoticePage = ({ read, page }: ViewOf<'ownNotices'>) =>
  ['POST /user/auth/notice/page', { pageCurrent: page, ...(read && { read: read === 'read' }) }] as const;
export const digestView = () => ['GET /user/auth/notice/digest/view', {}] as const;
export const noticeSetting = () => ['GET /user/auth/notice/setting/view', {}] as const;
export const unreadCount = () => ['POST /user/auth/announcement/user/record/wait/read/count', {}] as const;
/** Number of requests waiting for the user's decision: only the total of this list is used. */
export const undoCount = () => ['POST /user/auth/flow/instance/undo', { pageSize: 1 }] as const;
export const requestPage = ({ flow, flowType, keyword, page }: ViewOf<'approvals'>) =>
  [FLOW_CALLS[flow], { pageCurrent: page, flowType, keyword }] as const;
export const requestView = ({ id }: ViewOf<'request'>) => ['GET /user/auth/flow/instance/view', { id }] as const;
/** The whole history of a request; longer ones do not occur. */
const LOG_SIZE = 100;
export const requestLog = ({ id }: ViewOf<'request'>) =>
  ['POST /user/auth/flow/instance/log/list', { id, pageSize: LOG_SIZE }] as const;
export const orderPage = ({ state, keyword, page }: ViewOf<'orders'>) =>
  ['POST /course/auth/order/page', { pageCurrent: page, keyword, state }] as const;
export const orderView = (id: string) => ['GET /course/auth/order/view', { id }] as const;
export const departmentList = () => ['GET /course/auth/order/department/list', {}] as const;

const FLOW_CALLS = {
  todo: 'POST /user/auth/flow/instance/undo',
  done: 'POST /user/auth/flow/instance/done',
  mine: 'POST /user/auth/flow/instance/myInstance',
} as const;

/** The initial calls of a panel. */
export function wantedBy(view: AccountView): readonly Wanted[] {
  switch (view.panel) {
    case 'tasks':
      return [taskPage(view)];
    case 'courses':
      return [coursePage(view)];
    case 'projects':
      return [projectPage(view)];
    case 'classes':
      return [classPage(view)];
    case 'notes':
      return [notePage(view), noteCourses()];
    case 'hours':
      return [hourTotals(), hourMonths(view), hourLines(view), statementPage(), statementYears()];
    case 'certificates':
      return [certificatePage(view)];
    case 'credits':
      return [creditTotals(), creditLines(view)];
    case 'exams':
      return [examPage(view)];
    case 'notices':
      return [noticePage(view), unreadCount()];
    case 'ownNotices':
      return [ownNoticePage(view), unreadCount()];
    case 'approvals':
      return [requestPage(view)];
    case 'request':
      return [requestView(view), requestLog(view)];
    case 'orders':
      return [orderPage(view)];
    case 'centre':
      return wantedByCentre(view);
    case 'teaching':
      return [];
    case 'order':
      return [orderView(view.order), departmentList()];
    case 'profile':
      return [['GET /user/auth/enterprise/user/info/current/view', {}]];
    case 'security':
      return [['GET /user/auth/user/info/security/view', {}]];
    case 'sessions':
      return [
        ['GET /user/auth/user/info/session/list', {}],
        ['POST /user/auth/user/info/sign-in/page', { pageCurrent: 1 }],
      ];
    case 'notifications':
      return [noticeSetting(), digestView()];
    case 'identities':
      return [['GET /user/auth/user/info/identity/list', {}]];
    case 'ownData':
      return [
        ['GET /user/auth/own/data/view', {}],
        ['GET /user/auth/user/info/consent/list', {}],
      ];
    case 'preferences':
      return [
        ['GET /user/auth/user/info/preference/view', {}],
        ['GET /user/auth/calendar/feed/view', {}],
      ];
  }
}
