import { addMember, asOperator } from './database.ts';
import { gateway, http } from './http.ts';
import { tenantWithExam } from './own-exam.ts';
import { ownQuestion } from './own-question.ts';
import { ownMember, ownTenant, type OwnTenant } from './own-tenant.ts';
import { hostOf, sessionOf } from './sign-in.ts';
import { type DemoTenant, phone } from './tenants.ts';

/* What has to be there so that a page shows an island (islands.ts). */

export type Who = number | string | null;
/** Where an island is shown: a path, or one of another tenant or person. */
export type Found = string | { path: string; as?: Who; at?: DemoTenant | OwnTenant; cookies?: Record<string, string> };

/** Learner, lecturer, organisation account and administrator of the demo. */
export const [LEARNER, LECTURER, ORGANISATION, ADMIN] = [19, 2, 3, 4] as const;

/** First link on a page, as somebody sees it. */
async function linkOn(tenant: DemoTenant, who: Who, page: string, pattern: RegExp): Promise<string> {
  const headers = who === null ? {} : await sessionOf(tenant, who);
  const found = pattern.exec((await http(hostOf(tenant), page, { headers })).text);
  if (!found) throw new Error(`${page} has no ${pattern}`);
  return found[1]!.replaceAll('&amp;', '&');
}
export const linked = (who: Who, page: string, pattern: RegExp) => (tenant: DemoTenant) =>
  linkOn(tenant, who, page, pattern);

async function call<T>(tenant: DemoTenant | OwnTenant, who: number | string, name: string, input: unknown): Promise<T> {
  const { envelope } = await gateway(hostOf(tenant), name, input, await sessionOf(tenant, who));
  if (envelope.code !== 200) throw new Error(`${name}: ${envelope.msg}`);
  return envelope.data as T;
}

/** An exam of a tenant of its own: a marked paper whose mark the candidate appeals against, and one that waits for a marker. */
export async function markedExam() {
  const tenant = await tenantWithExam();
  const marker = await ownMember(tenant, { userName: 'Marker', userType: 2 });
  const papers = [];
  for (const userName of ['First', 'Second']) {
    const candidate = await ownMember(tenant, { userName });
    const { attemptId } = await startedExam(tenant, candidate);
    const view = `GET /exam/auth/user/exam/attempt/view?attemptId=${attemptId}`;
    const { questions } = await call<{ questions: { questionId: string; type: string }[] }>(
      tenant,
      candidate,
      view,
      {},
    );
    const answers = questions.map(({ questionId, type }) => ({
      ...{ questionId, epoch: 1, revision: 1 },
      answer: type === 'single' ? 'A' : 'Because',
    }));
    await call(tenant, candidate, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
    papers.push({ candidate, attemptId, short: questions.find(({ type }) => type === 'short')!.questionId });
  }
  const [{ candidate, attemptId, short: questionId }] = papers as [(typeof papers)[0]];
  const marks = [{ questionId, score: 5 }];
  await call(tenant, marker, 'POST /exam/auth/exam/marking/save', { attemptId, marks });
  await call(tenant, candidate, 'POST /exam/auth/user/exam/appeal/save', {
    attemptId,
    questionId,
    reason: 'Why not 10?',
  });
  return { tenant, marker, candidate, attemptId };
}
export const startedExam = (tenant: Awaited<ReturnType<typeof tenantWithExam>>, candidate: string) =>
  call<{ attemptId: string }>(tenant, candidate, 'POST /exam/auth/user/exam/start', { id: tenant.examId });

/** A question that a moderator has hidden, for its author. */
export async function hiddenQuestion(): Promise<Found> {
  const at = await ownTenant('Hidden');
  const as = await ownMember(at, { userName: 'Author' });
  const moderator = await ownMember(at, { userName: 'Moderator', isAdmin: true });
  const path = await ownQuestion(at, as, 'Hidden question');
  const decision = { postId: path.split('/').at(-1), action: 'hide', reason: 'Reason' };
  await call(at, moderator, 'POST /community/auth/moderation/decide', decision);
  return { path, as, at };
}

export async function startedPractice(tenant: DemoTenant): Promise<Found> {
  const as = await addMember(tenant);
  const bankId = await linkOn(tenant, as, '/test/practice', /bank=([0-9a-f-]{36})/);
  const { id } = await call<{ id: string }>(tenant, as, 'POST /exam/auth/user/practice/start', {
    kind: 'bank',
    bankId,
  });
  return { path: `/test/practice/${id}`, as };
}

/** A course of the demo in Chinese whose classes take place in a room. */
export async function courseWithSessions(tenant: DemoTenant): Promise<string> {
  const search = { keyword: '急救', courseType: 2 };
  const found = await call<{ list: [{ id: string }] }>(tenant, LEARNER, 'POST /course/auth/course/info/page', search);
  return found.list[0].id;
}

/** Somebody who is told on the home page that a paper was marked. */
export async function toldMember(): Promise<Found> {
  const at = await ownTenant('Marked');
  const as = await ownMember(at, { userName: 'Told' });
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      at.key,
    ]);
    await client.query(
      `insert into notice (enterprise_id, user_id, kind, detail, path, source)
       select e.id, a.id, 'examMarked', '{"title":"Exam"}', '/test', 'marked'
       from portal.enterprise e, portal.user_account a where e.key = $1 and a.phone = $2`,
      [at.key, as],
    );
  });
  return { path: '/home', as, at };
}

/** Results of an exam whose certificate the administrator may issue. */
export async function certifiedResults(tenant: DemoTenant): Promise<string> {
  const { list } = await call<{ list: { examId: string }[] }>(tenant, ADMIN, 'POST /exam/auth/exam/analysis/page', {
    pageSize: 50,
  });
  for (const { examId } of list) {
    const view = `GET /exam/auth/exam/analysis/results/view?examId=${examId}&window=0`;
    const { certificateId } = await call<{ certificateId: string | null }>(tenant, ADMIN, view, {});
    if (certificateId) return `/test/analysis?id=${examId}`;
  }
  throw new Error('no exam with a certificate has results');
}

export async function questionOfResults(tenant: DemoTenant): Promise<string> {
  const exam = await linkOn(tenant, LECTURER, '/test/analysis', /href="(\/test\/analysis\?id=[0-9a-f-]{36})"/);
  return linkOn(tenant, LECTURER, `${exam}&tab=questions`, /href="(\/admin\/exams\/regrade\?[^"]*question=[^"]+)"/);
}

/** Somebody who has to study a completed course again. */
export async function renewableCourse(): Promise<Found> {
  const at = await ownTenant('Renewals');
  const as = await ownMember(at, { userName: 'Renewing' });
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      at.key,
    ]);
    await client.query(
      `with own as (
         select e.id as enterprise_id, a.id as user_id from portal.enterprise e, portal.user_account a where e.key = $1 and a.phone = $2
       ), c as (
         insert into course (enterprise_id, code, title) select enterprise_id, 'fire', 'Fire safety' from own returning *
       ), studied as (
         insert into course_progress (enterprise_id, user_id, course_id, study_progress, status, completed_at)
         select own.enterprise_id, user_id, c.id, 100, 'completed', now() - interval '2 years' from own, c
       ), r as (
         insert into requirement (enterprise_id, title, phase) select enterprise_id, 'Fire safety', 'published' from own returning *
       ), terms as (
         insert into requirement_version (enterprise_id, requirement_id, number, since, due_days, due_from, repeat_months)
         select enterprise_id, id, 1, now() - interval '1 day', 30, 'assigned', 12 from r returning *
       ), subject as (
         insert into requirement_subject (enterprise_id, requirement_id, version, course_id)
         select r.enterprise_id, r.id, 1, c.id from r, c
       )
       insert into requirement_assignment (enterprise_id, requirement_id, user_id, opened_at, open_reason)
       select own.enterprise_id, r.id, user_id, now() - interval '1 day', 'rule' from own, r`,
      [at.key, as],
    );
  });
  return { path: '/account/requirements', as, at };
}

/** Somebody with a requirement that they do not have. @returns the page of evidence about it */
export async function evidencePage(tenant: DemoTenant): Promise<string> {
  const [requirementId, userId] = await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      tenant.key,
    ]);
    const { rows } = await client.query<{ id: string; userId: string }>(
      `with own as (select id from portal.enterprise where key = $1), made as (
         insert into requirement (enterprise_id, title) select id, 'Evidence of nothing' from own returning enterprise_id, id
       ), terms as (
         insert into requirement_version (enterprise_id, requirement_id, number, due_days, due_from)
         select enterprise_id, id, 1, 30, 'assigned' from made
       )
       select m.id, a.id as "userId" from made m, portal.user_account a where a.phone = $2`,
      [tenant.key, phone(tenant, 1)],
    );
    return [rows[0]!.id, rows[0]!.userId];
  });
  return `/admin/matrix/why?requirementId=${requirementId}&userId=${userId}`;
}

/** An announcement that its reader has to confirm. */
export async function announcementToConfirm(): Promise<Found> {
  const at = await ownTenant('Confirmed');
  const as = await ownMember(at, { userName: 'Editor', isAdmin: true });
  const session = await sessionOf(at, as);
  const ask = async (name: string, input: unknown) => {
    const { envelope } = await gateway(hostOf(at), name, input, session);
    return envelope.data as { id: string; revision: number };
  };
  const kind = 'announcement';
  const document = {
    ...{ title: 'Read and confirm', summary: '', body: '<p>Please confirm.</p>', coverFileId: null, author: '' },
    ...{ publishedAt: null, pinned: false, mustRead: true, attachments: [], restricted: false, rules: [], people: [] },
  };
  const made = await ask('POST /system/auth/content/save', { kind, document, revision: 0 });
  await ask('POST /system/auth/content/publish', { kind, ...made });
  return { path: `/info/${made.id}`, as, at };
}
