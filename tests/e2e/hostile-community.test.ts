import { randomUUID } from 'node:crypto';
import { HOSTILE_NAMES, HOSTILE_TEXTS } from '../factories/hostile-texts.ts';
import { asOperator } from './support/database.ts';
import { gateway } from './support/http.ts';
import { intruders, watchScripts } from './support/intruders.ts';
import { ownMember, ownTenant, type OwnTenant } from './support/own-tenant.ts';
import { hostOf, keepCookies, sessionOf, type Session } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/*
 * Every text that members and moderators write in the community and in requests, made of script injections: the pages
 * that show it run none of it and show it as text.
 */

const NAME = HOSTILE_NAMES.join(' ');
const SHORT = HOSTILE_NAMES[0];
const ALL = HOSTILE_TEXTS.join('\n\n');
const REASON = HOSTILE_TEXTS.join(' ').slice(0, 490);
const COMMENT = ALL.slice(0, 900);

const text = (said: string, ...marks: object[]) => ({ type: 'text', text: said, marks });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });

/** Every place of a document that has a text, with every vector. */
const documentOf = (mentioned: string) => ({
  type: 'doc',
  content: [
    ...HOSTILE_TEXTS.map((said) =>
      paragraph(
        text(said),
        text(said, { type: 'link', attrs: { href: `https://example.com/?q=${encodeURIComponent(said)}` } }),
        text(said, { type: 'code' }),
        { type: 'inlineMath', attrs: { latex: said.slice(0, 200) } },
      ),
    ),
    paragraph({ type: 'mention', attrs: { userId: mentioned, label: SHORT } }),
    { type: 'heading', attrs: { level: 2 }, content: [text(NAME)] },
    { type: 'codeBlock', attrs: { language: 'html' }, content: [{ type: 'text', text: ALL }] },
    { type: 'blockMath', attrs: { latex: '\\text{</math><img src=1 onerror=xss()>} \\href{javascript:xss()}{x}' } },
  ],
});

type Caller = <T = { id: string }>(name: string, input: object) => Promise<T>;
function callerOf(tenant: OwnTenant, session: Session): Caller {
  return async <T>(name: string, input: object) => {
    const inQuery = /^(GET|DELETE)/.test(name);
    const query = inQuery ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const { envelope } = await gateway(hostOf(tenant), name + query, inQuery ? '' : input, session);
    if (envelope.code !== 200) throw new Error(`${name}: ${JSON.stringify(envelope)}`);
    return envelope.data as T;
  };
}

/** A course that asks for registration. */
async function addCourse({ key }: OwnTenant): Promise<string> {
  const id = randomUUID();
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      key,
    ]);
    await client.query(
      `insert into course (enterprise_id, id, code, title, summary, description, registration_required)
       values (current_setting('app.enterprise_id')::uuid, $1, 'a', $2, $2, $2, true)`,
      [id, NAME],
    );
  });
  return id;
}

test('what members and moderators write runs nowhere', async ({ page, context, path, t }) => {
  test.setTimeout(180_000);
  const tenant = await ownTenant('XSS');
  const phones = {
    author: await ownMember(tenant, { userName: NAME }),
    other: await ownMember(tenant, { userName: NAME }),
    admin: await ownMember(tenant, { userName: NAME, isAdmin: true }),
    second: await ownMember(tenant, { userName: NAME, isAdmin: true }),
  };
  const sessions = Object.fromEntries(
    await Promise.all(Object.entries(phones).map(async ([who, phone]) => [who, await sessionOf(tenant, phone)])),
  ) as Record<keyof typeof phones, Session>;
  const as = (who: keyof typeof phones) => callerOf(tenant, sessions[who]);
  const [author, other, admin, second] = [as('author'), as('other'), as('admin'), as('second')];

  await author('PUT /user/auth/enterprise/user/info/update', { nickname: SHORT });
  await admin('PUT /community/auth/setting/save', {
    ...{ isPublic: true, allowAnonymous: true, newMemberDays: 0, newMemberDailyPosts: 100, dailyPosts: 100 },
    ...{ reviewNewMemberLinks: false, acceptedPoints: 5, acceptedPointsPerDay: 20, revision: 0 },
  });
  const both = (said: string) => ({ zh: said, en: said });
  const { id: labelId } = await admin('POST /community/auth/label/save', {
    ...{ name: both(SHORT), description: both(NAME), color: 'blue' },
  });
  await admin('POST /community/auth/word/save', { words: '<b onclick=xss()>word</b>', action: 'review' });
  const [{ userId }] = await author<[{ userId: string }]>('POST /community/auth/colleague/list', { keyword: '' });
  const publish = (by: Caller, more: object) =>
    by('POST /community/auth/draft/publish', {
      ...{ id: randomUUID(), baseRevision: 0, body: documentOf(userId), title: NAME, labelIds: [labelId], ...more },
    });
  const { id: blog } = await publish(author, { kind: 'blog' });
  const { id: question } = await publish(author, { kind: 'question' });
  const answered = { kind: 'answer', title: '', labelIds: [], questionId: question };
  const { id: answer } = await publish(other, answered);
  await publish(other, { ...answered, anonymous: true });
  const { revision, cover, labels, gmtModified, ...draft } = await author<
    Record<'revision' | 'cover' | 'labels' | 'gmtModified', unknown>
  >('POST /community/auth/draft/edit', { postId: question });
  expect([cover, labels, gmtModified]).toHaveLength(3);
  await author('POST /community/auth/draft/publish', {
    ...{ ...draft, baseRevision: revision, title: `${NAME} 2`, reason: REASON.slice(0, 190) },
  });
  const unfinished = { id: randomUUID(), baseRevision: 0, kind: 'blog', title: NAME, body: documentOf(userId) };
  await author('POST /community/auth/draft/save', unfinished);
  const said: string[] = [];
  for (const subjectId of [blog, question, answer]) {
    const { comment } = await other<{ comment: { id: string } }>('POST /community/auth/post/comment/save', {
      ...{ subjectId, content: COMMENT },
    });
    await author('POST /community/auth/post/comment/reply/save', { commentId: comment.id, content: COMMENT });
    said.push(comment.id);
  }
  for (const subject of [{ postId: answer }, { commentId: said[0] }])
    await author('POST /community/auth/report/save', { ...subject, reason: 'other', note: REASON });
  await admin('POST /community/auth/moderation/decide', { postId: blog, action: 'warn', reason: REASON });
  await admin('POST /community/auth/moderation/decide', { postId: answer, action: 'hide', reason: REASON });
  const { list } = await other<{ list: { id: string }[] }>('POST /community/auth/moderation/mine', {});
  await other('POST /community/auth/moderation/appeal', { decisionId: list[0]!.id, text: REASON });
  const courseId = await addCourse(tenant);
  await author('POST /course/auth/course/registration/save', { courseId, note: REASON });
  const asked = await author<{ list: { id: string }[] }>('POST /user/auth/flow/instance/myInstance', {});
  await admin('POST /user/auth/flow/instance/submitFlow', {
    ...{ id: asked.list[0]!.id, action: 'reject', comment: REASON },
  });

  const ran = await watchScripts(page);
  /** Opens a page and everything on it that opens. @param shows texts that are on it as text */
  const visit = async (address: string, shows?: string, open: string[] = []) => {
    const response = await page.goto(tenant.origin + path(address));
    expect(response!.status(), address).toBe(200);
    for (const name of open) await page.getByRole('button', { name, exact: true }).first().click();
    if (shows) await expect(page.locator('main')).toContainText(shows);
    await page.mouse.move(300, 300);
    await page.mouse.move(320, 500);
    expect(await intruders(page), address).toEqual([]);
  };
  const keyword = encodeURIComponent(SHORT);
  const { code } = (await author<{ id: string; code: string }[]>('POST /community/api/label/list', {}))[0]!;

  await visit('/community', SHORT);
  await visit(`/community/question/${question}`, HOSTILE_TEXTS[0]);
  await visit(`/community/blog/${blog}`, HOSTILE_TEXTS[0]);

  await keepCookies(context, tenant, sessions.author);
  await visit(`/community/question/${question}`, HOSTILE_TEXTS[14], [t('posts:view.history')]);
  await visit(`/community/blog/${blog}`, COMMENT.slice(0, 30));
  await visit('/community?order=helpful', NAME);
  await visit(`/community/label/${code}`, NAME);
  await visit(`/community/author/${userId}`, SHORT);
  await visit('/community/drafts', NAME);
  await visit(`/community/write?draft=${unfinished.id}`);
  await expect(page.getByRole('textbox', { name: t('posts:write.body') })).toContainText(HOSTILE_TEXTS[0]);
  expect(await intruders(page)).toEqual([]);
  await visit(`/search?keyword=${keyword}`);
  await visit(`/search?keyword=${keyword}&type=7`);
  for (const address of ['/home', '/account?change=5&of=me', '/account?change=4', '/account?change=6'])
    await visit(address);
  await visit(`/knowledge/course/${courseId}`, SHORT);

  await keepCookies(context, tenant, sessions.other);
  await visit('/community/moderation/mine', REASON.slice(0, 60));
  await visit('/account?change=5&of=me');

  await keepCookies(context, tenant, sessions.second);
  for (const which of ['open', 'appeals', 'closed']) {
    await visit(`/community/moderation?list=${which}`, SHORT, [t('moderation:queue.show')]);
    await expect(page.locator('main article').first()).toContainText(REASON.slice(0, 60));
    expect(await intruders(page), which).toEqual([]);
  }
  for (const address of ['/admin/community', '/account?change=6', '/account?change=6&tab=done']) await visit(address);
  await second('POST /community/auth/moderation/appeal/decide', {
    ...{ decisionId: list[0]!.id, accepted: false, reason: REASON },
  });
  await keepCookies(context, tenant, sessions.other);
  await visit('/community/moderation/mine', REASON.slice(0, 60));
  expect(ran).toEqual([]);
});
