import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAGE_ACCESS, pathOfPage } from '#src/contract/rules/page-access.ts';
import { gateway, http } from './support/http.ts';
import { hostOf, sessionOf, type Session } from './support/sign-in.ts';
import { tenants } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/*
 * Who may open which page: every page of src/pages, by everybody. A page that is not in src/contract/rules/page-access.ts fails the
 * last test, so nobody adds one without deciding this.
 */

/** How a page of src/pages is asked for, where its path alone does not do. Who may open it: src/contract/rules/page-access.ts. */
type Asked = {
  /** An address of this page, in its Chinese form; by itself its path. */
  at?: string;
  /** Status for those who may open it; for a thing that does not exist 404, which only they get to know. */
  status?: number;
};

const NONE = '01890000-0000-7000-8000-000000000000';
/** A page of one thing, asked for a thing that does not exist. */
const one = (at: string): Asked => ({ at, status: 404 });

const ASKED: Record<string, Asked> = {
  '403.astro': { status: 403 },
  'home/rank.astro': { at: '/home/rank?by=hours&year=0' },
  'sign/sign.astro': { at: '/sign/sign?month=2026-01' },
  'info/[id].astro': one(`/info/${NONE}`),
  'certificate/[number].astro': one('/certificate/NONE-2026-000001'),
  'statement/[number].astro': one('/statement/S2026-NONE-NONE-NONE'),
  'knowledge/course/[id].astro': one(`/knowledge/course/${NONE}`),
  'knowledge/project/[id].astro': one(`/knowledge/project/${NONE}`),
  'lecturer/view/[id].astro': one(`/lecturer/view/${NONE}`),
  'community/blog/[id].astro': one(`/community/blog/${NONE}`),
  'community/question/[id].astro': one(`/community/question/${NONE}`),
  'community/label/[code].astro': one('/community/label/none'),
  'community/author/[userId].astro': one(`/community/author/${NONE}`),
  'tpl.astro': { at: '/tpl?id=about', status: 200 },
  // Only forwards, to pages that ask for themselves.
  'redirect/[...path].astro': { at: '/redirect/account?change=3', status: 302 },
  'account/exam/index.astro': { status: 302 },
  'account/task/index.astro': { status: 302 },
  'knowledge/course/index.astro': { status: 302 },
  'knowledge/project/index.astro': { status: 302 },
  'lecturer/view/index.astro': { status: 302 },
  'live/watch/[watch].astro': { at: `/live/watch/${NONE}`, status: 404 },
  'login.astro': { at: '/login?redirect=%2Finfo' },
  'login/second.astro': { status: 200 },
  // Without the frame of other pages, so without anybody's name.
  'forget.astro': { status: 200 },
  'account/index.astro': { at: '/account?change=3&recordType=2' },
  'admin/reports/view.astro': { at: '/admin/reports/view?report=people' },
  'admin/tasks/progress.astro': one(`/admin/tasks/progress?id=${NONE}`),
  'admin/exams/regrade.astro': one(`/admin/exams/regrade?exam=${NONE}&question=${NONE}`),
  'admin/matrix/why.astro': one(`/admin/matrix/why?requirementId=${NONE}&userId=${NONE}`),
  'account/certificate.astro': one(`/account/certificate?id=${NONE}`),
  'account/course/questions.astro': one(`/account/course/questions?id=${NONE}`),
  'account/why.astro': one(`/account/why?type=course&id=${NONE}`),
  'account/appeals.astro': { status: 302 },
  'account/questionnaires/[id].astro': one(`/account/questionnaires/${NONE}`),
  'account/task/[id].astro': one(`/account/task/${NONE}?from=x`),
  'account/live/[id].astro': one(`/account/live/${NONE}`),
  'account/evaluations/[id].astro': one(`/account/evaluations/${NONE}`),
  'account/coaching/[id].astro': one(`/account/coaching/${NONE}`),
  'account/sessions/[id]/index.astro': one(`/account/sessions/${NONE}`),
  'account/sessions/[id]/sheet.astro': one(`/account/sessions/${NONE}/sheet`),
  'admin/terminals/log.astro': one(`/admin/terminals/log?id=${NONE}`),
  'admin/announcements/receipts.astro': one(`/admin/announcements/receipts?id=${NONE}`),
  'admin/settings/rules.astro': { at: '/admin/settings/rules?kind=points' },
  'admin/certificates/templates/edit.astro': one(`/admin/certificates/templates/edit?id=${NONE}`),
  'admin/messages/edit.astro': one('/admin/messages/edit?kind=none'),
  'admin/people/[id].astro': one(`/admin/people/${NONE}`),
  'admin/questions/[id].astro': one(`/admin/questions/${NONE}`),
  'admin/questions/[id]/grid.astro': one(`/admin/questions/${NONE}/grid`),
  'admin/questions/[id]/similar.astro': one(`/admin/questions/${NONE}/similar`),
  'admin/exams/[id].astro': one(`/admin/exams/${NONE}`),
  'account/exam/[id].astro': one(`/account/exam/${NONE}`),
  'account/exam/start.astro': one(`/account/exam/start?id=${NONE}`),
  'account/exam/detail.astro': one(`/account/exam/detail?id=${NONE}`),
  'account/exam/examQuestion.astro': one(`/account/exam/examQuestion?id=${NONE}`),
  'account/exam/examSuccess.astro': one(`/account/exam/examSuccess?id=${NONE}`),
  'test/id.astro': one(`/test/id?id=${NONE}`),
  'test/practice/[id].astro': one(`/test/practice/${NONE}`),
  'watch/index.astro': { status: 302 },
  'watch/catePanel.astro': one(`/watch/catePanel?id=${NONE}`),
  'watch/course.astro': one(`/watch/course?id=${NONE}`),
  'watch/task.astro': one(`/watch/task?id=${NONE}`),
};
/** Astro's own: shown where nothing else is, whoever asks. */
const ERRORS = ['404.astro', '500.astro'];

const ACTORS = ['anonymous', 'without enterprise', 'learner', 'lecturer', 'organisation', 'admin'] as const;
type Actor = (typeof ACTORS)[number];
const { huaxin, bluebay } = tenants;

/** Host and session of everybody. Somebody of one tenant is in no enterprise at the host of the other. */
async function everybody(): Promise<Record<Actor, { host: string; session: Session | null }>> {
  const host = hostOf(huaxin);
  const as = async (n: number) => ({ host, session: await sessionOf(huaxin, n) });
  return {
    anonymous: { host, session: null },
    'without enterprise': {
      host: hostOf(bluebay),
      session: await sessionOf({ ...bluebay, phonePrefix: huaxin.phonePrefix }, 17),
    },
    learner: await as(17),
    lecturer: await as(2),
    organisation: await as(3),
    admin: await as(4),
  };
}

/** What an actor gets of a page: a status, or where it leads. */
function expected(file: string, address: string, actor: Actor, path: (to: string) => string) {
  const access = PAGE_ACCESS[file]!;
  const status = ASKED[file]?.status ?? 200;
  const login = `${path('/login')}?t=login&redirect=${encodeURIComponent(path(address))}`;
  // Whoever is signed in has no use for it.
  if (file === 'login.astro')
    return { anonymous: 200, 'without enterprise': path('/company') }[actor as string] ?? '/info';
  if (file === 'home.astro' && actor === 'without enterprise') return path('/company');
  // Without the code of another enterprise's host it takes a session.
  if (file === 'company.astro' && actor === 'anonymous') return login;
  // The community of this tenant is not open to the public; that of the other one, where somebody is in no enterprise, is.
  const isClosed = file.startsWith('community/') && actor === 'anonymous';
  if (access === 'open' && !isClosed) return status;
  if (actor === 'anonymous') return login;
  if (access === 'session') return status;
  if (actor === 'without enterprise') return path('/company');
  if (access === 'admin' && actor !== 'admin') return 403;
  // Moderators are appointed: the content pack names this lecturer.
  if (file === 'community/moderation/index.astro' && !['admin', 'lecturer'].includes(actor)) return 403;
  // Rights, of which lecturers have those of their exams and classes; nobody here has a grant.
  if (access === 'manager' || access?.includes('.'))
    return actor === 'admin' || (/^(exams|classes)\./.test(access) && actor === 'lecturer') ? status : 403;
  if ((access === 'lecturer' || access === 'organisation') && actor !== access && actor !== 'admin') return 403;
  return status;
}

test('every page opens for those who may see it, and leads everybody else where they can gain that', async ({
  path,
}) => {
  test.slow();
  const people = await everybody();
  const wrong: string[] = [];
  for (const file of Object.keys(PAGE_ACCESS)) {
    const address = ASKED[file]?.at ?? pathOfPage(file);
    for (const actor of ACTORS) {
      const { host, session } = people[actor];
      const answer = await http(host, path(address), { headers: session ? { cookie: session.cookie } : {} });
      const wanted = expected(file, address, actor, path);
      const got = typeof wanted === 'string' ? answer.headers.location : answer.status;
      if (got !== wanted)
        wrong.push(`${file} as ${actor}: ${answer.status} ${answer.headers.location ?? ''}, not ${wanted}`);
      if (answer.headers['x-page-cache'] && session) wrong.push(`${file} as ${actor} came from the page cache`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a page written in another way opens for nobody else', async () => {
  const { learner, anonymous } = await everybody();
  const cookie = { headers: { cookie: learner.session!.cookie } };
  for (const address of ['/%61dmin', '//admin', '/en/%61dmin', '/%65n/admin', '/c%61rt', '/company/%6cogin']) {
    expect([403, 404], address).toContain((await http(learner.host, address, cookie)).status);
    expect([302, 404], address).toContain((await http(anonymous.host, address)).status);
  }
});

test('a token alone, its companion alone or those of two people open nothing', async ({ path }) => {
  const { learner, admin } = await everybody();
  const part = ({ session }: { session: Session | null }, token: boolean) =>
    session!.cookie
      .split('; ')
      .filter((pair) => pair.startsWith('ET_WEB_TOKEN=') === token)
      .join('; ');
  for (const cookie of [
    part(learner, true),
    part(learner, false),
    `${part(learner, true)}; ${part(admin, false)}`,
    `${part(admin, true)}; ${part(learner, false)}`,
    `${part(learner, true)}; zhixing_companion=`,
    `${part(learner, true)}; zhixing_companion=${'x'.repeat(43)}`,
    `${part(learner, true)}; __Host-${part(learner, false)}`,
  ]) {
    const page = await http(learner.host, path('/account'), { headers: { cookie } });
    expect(page.headers.location, cookie).toContain('/login?t=login');
    const call = await gateway(
      learner.host,
      'GET /user/auth/enterprise/user/info/current/view',
      {},
      {
        authorization: learner.session!.authorization,
        cookie: cookie.replace(part(learner, false), ''),
      },
    );
    expect(call.envelope.code).toBe(300);
  }
});

test('a session of one tenant is none at another, for pages and calls', async ({ path }) => {
  const { learner } = await everybody();
  const headers = { cookie: learner.session!.cookie };
  expect((await http(hostOf(huaxin), path('/account'), { headers })).status).toBe(200);
  expect((await http(hostOf(bluebay), path('/account'), { headers })).headers.location).toContain('/login?t=login');
  const call = await gateway(
    hostOf(bluebay),
    'GET /user/auth/enterprise/user/info/current/view',
    {},
    { ...learner.session! },
  );
  expect(call.envelope.code).toBe(300);
});

test('nothing that is somebody’s own gets into an answer for others', async ({ path }) => {
  const { learner } = await everybody();
  const me = await gateway(
    learner.host,
    'GET /user/auth/enterprise/user/info/current/view',
    {},
    { ...learner.session! },
  );
  const { userName, id } = me.envelope.data as { userName: string; id: string };
  // Visitors do not see the community of this tenant.
  const WITHOUT_NAME = [
    'login.astro',
    'company.astro',
    'company/invitation.astro',
    'unsubscribe.astro',
    'terminal.astro',
    'login/second.astro',
    'community/index.astro',
    'certificate/index.astro',
  ];
  for (const address of Object.keys(PAGE_ACCESS)
    .filter((file) => PAGE_ACCESS[file] === 'open' && !ASKED[file]?.status && !WITHOUT_NAME.includes(file))
    .map(pathOfPage)) {
    const mine = await http(learner.host, path(address), { headers: { cookie: learner.session!.cookie } });
    expect(mine.text, address).toContain(userName);
    expect(mine.headers['cache-control']).toBe('private, no-store');
    for (let visit = 0; visit < 2; visit++) {
      const others = await http(learner.host, path(address));
      expect(others.status).toBe(200);
      expect(others.text, address).not.toContain(userName);
      expect(others.text).not.toContain(id);
    }
  }
});

test('every page of src/pages is in the table', () => {
  const folder = fileURLToPath(new URL('../../src/pages/', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(astro|ts|md)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !ERRORS.includes(file)).sort()).toEqual(Object.keys(PAGE_ACCESS).sort());
});
