import { randomUUID } from 'node:crypto';
import { asOperator } from './support/database.ts';
import { gateway, http } from './support/http.ts';
import { ownMember, ownTenant, type OwnTenant } from './support/own-tenant.ts';
import { hostOf, sessionOf, type Session } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* Pages of the community as the server renders them: of what is gone, and of anonymous posts. */

const INTO = `select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`;
/** Changes data of a tenant as only an operator or another screen can. */
const change = ({ key }: OwnTenant, statement: string, values: unknown[]) =>
  asOperator(async (client) => {
    await client.query(INTO, [key]);
    await client.query(statement, values);
  });

const documentOf = (...content: object[]) => ({ type: 'doc', content });
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

async function openedTenant(names: { author: string; reader: string }) {
  const tenant = await ownTenant('Community');
  const phones = {
    author: await ownMember(tenant, { userName: names.author }),
    reader: await ownMember(tenant, { userName: names.reader }),
    admin: await ownMember(tenant, { userName: 'Admin', isAdmin: true }),
  };
  const sessions = {
    author: await sessionOf(tenant, phones.author),
    reader: await sessionOf(tenant, phones.reader),
    admin: await sessionOf(tenant, phones.admin),
  };
  const call = async <T = { id: string }>(who: Session, name: string, input: object): Promise<T> => {
    const { envelope } = await gateway(hostOf(tenant), name, input, who);
    if (envelope.code !== 200) throw new Error(`${name}: ${JSON.stringify(envelope)}`);
    return envelope.data as T;
  };
  await call(sessions.admin, 'PUT /community/auth/setting/save', {
    ...{ isPublic: true, allowAnonymous: true, newMemberDays: 0, newMemberDailyPosts: 100, dailyPosts: 100 },
    ...{ reviewNewMemberLinks: false, acceptedPoints: 5, acceptedPointsPerDay: 20, revision: 0 },
  });
  const { id: labelId } = await call(sessions.admin, 'POST /community/auth/label/save', {
    ...{ name: { zh: '标签' }, description: {}, color: 'blue' },
  });
  const [{ code }] = await call<[{ code: string }]>(sessions.admin, 'POST /community/api/label/list', {});
  const publish = async (who: Session, more: object) =>
    (
      await call(who, 'POST /community/auth/draft/publish', {
        ...{
          id: randomUUID(),
          baseRevision: 0,
          kind: 'question',
          title: 'A question of somebody',
          labelIds: [labelId],
        },
        ...{ body: documentOf(paragraph('Text')), ...more },
      })
    ).id;
  const open = (path: string, who?: Session) => http(hostOf(tenant), path, { headers: who && { cookie: who.cookie } });
  const [{ userId: authorId }] = await call<[{ userId: string }]>(
    sessions.reader,
    'POST /community/auth/colleague/list',
    { keyword: names.author },
  );
  return { tenant, sessions, call, publish, open, labelId, labelCode: code, authorId };
}

test('labels, members, courses and pictures that are gone leave no broken page', async () => {
  const own = await openedTenant({ author: 'Author', reader: 'Reader' });
  const { tenant, sessions, call, publish, open, labelId, labelCode, authorId } = own;
  const [courseId, fileId] = [randomUUID(), randomUUID()];
  await change(
    tenant,
    `insert into course (enterprise_id, id, code, title) values (current_setting('app.enterprise_id')::uuid, $1, 'c', 'Course')`,
    [courseId],
  );
  await change(
    tenant,
    `insert into file (enterprise_id, id, store_key, sha256, file_name, content_type, file_size, visibility, uploaded_by, width, height)
     values (current_setting('app.enterprise_id')::uuid, $1, 'none', 'none', 'x.webp', 'image/webp', 10, 'public', $2, 4, 3)`,
    [fileId, authorId],
  );
  const image = { type: 'image', attrs: { src: `/media/${fileId}`, alt: 'A pump' } };
  const question = await publish(sessions.author, { subjectType: 'course', subjectId: courseId });
  const blog = await publish(sessions.author, {
    ...{ kind: 'blog', coverFileId: fileId, body: documentOf(paragraph('Text'), image) },
  });
  const answer = { kind: 'answer', questionId: question, title: '', labelIds: [] };
  await publish(sessions.author, answer);
  await call(sessions.author, 'POST /community/auth/post/comment/save', { subjectId: question, content: 'More' });
  await call(sessions.reader, 'PUT /community/auth/label/follow', { id: labelId, on: true });
  const draft = { id: randomUUID(), baseRevision: 0, kind: 'blog', title: 'Unfinished', labelIds: [labelId] };
  await call(sessions.reader, 'POST /community/auth/draft/save', { ...draft, body: documentOf(paragraph('Text')) });
  const begun = {
    ...answer,
    id: randomUUID(),
    baseRevision: 0,
    body: documentOf(paragraph('An answer in the making')),
  };
  await call(sessions.reader, 'POST /community/auth/draft/save', begun);

  const pages = [
    ...[`/community/question/${question}`, `/community/blog/${blog}`, '/community', '/community?order=helpful'],
    ...[`/community/author/${authorId}`, '/community/rss.xml', `/community/label/${labelCode}`],
  ];
  const forMembers = ['/community?order=followed', `/community/write?draft=${draft.id}`, '/community/drafts', '/home'];
  const visit = async (gone: string) => {
    for (const path of pages)
      for (const who of [undefined, sessions.reader, sessions.admin])
        expect((await open(path, who)).status, `${gone}: ${path}`).toBe(200);
    for (const path of forMembers) expect((await open(path, sessions.reader)).status, `${gone}: ${path}`).toBe(200);
  };
  await visit('nothing');
  await change(tenant, `update course set status = 'unpublished' where id = $1`, [courseId]);
  await visit('the course');
  expect((await open(`/community/question/${question}`, sessions.reader)).text).not.toContain(courseId);
  const about = `/community/write?kind=question&subject=course:${courseId}`;
  expect((await open(about, sessions.reader)).status).toBe(200);
  await change(tenant, `update enterprise_user set status = 'disabled' where user_id = $1`, [authorId]);
  await visit('the author');
  await change(tenant, `update label set published = false where id = $1`, [labelId]);
  pages.pop();
  await visit('the label');
  expect((await open(`/community/label/${labelCode}`, sessions.reader)).status).toBe(404);
  await change(tenant, 'delete from label_follow where label_id = $1', [labelId]);
  await change(tenant, 'delete from post_label where label_id = $1', [labelId]);
  await change(tenant, 'delete from label where id = $1', [labelId]);
  await visit('all labels');
  expect((await open(`/media/${fileId}`)).status).not.toBe(200);
  await change(tenant, `update post set state = 'deleted'`, []);
  for (const path of pages.slice(0, 2)) expect((await open(path, sessions.reader)).status).toBe(404);
  for (const path of [...pages.slice(2), ...forMembers])
    expect((await open(path, sessions.reader)).status, path).toBe(200);
  // The drafts lead to the question, which leads to the text of the answer.
  const { headers } = await open(`/community/question/${question}?draft=${begun.id}`, sessions.reader);
  expect(headers.location).toBe(`/community/write?kind=answer&draft=${begun.id}`);
  expect(await open(headers.location!, sessions.reader)).toMatchObject({
    ...{ status: 200, text: expect.stringContaining('An answer in the making') },
  });
  expect((await open(headers.location!, sessions.admin)).status).toBe(404);
});

test('no page names the author of an anonymous post', async () => {
  const name = `Hidden${randomUUID().slice(0, 8)}`;
  const { sessions, call, publish, open, labelCode, authorId } = await openedTenant({ author: name, reader: 'Reader' });
  const anonymous = { anonymous: true };
  const question = await publish(sessions.author, { ...anonymous, title: 'An anonymous question' });
  const blog = await publish(sessions.author, { ...anonymous, kind: 'blog', title: 'An anonymous blog' });
  const named = await publish(sessions.reader, { title: 'A question with a name' });
  const answer = { ...anonymous, kind: 'answer', questionId: named, title: '', labelIds: [] };
  await publish(sessions.author, answer);
  for (const subjectId of [question, blog])
    await call(sessions.author, 'POST /community/auth/post/comment/save', { subjectId, content: 'One more thing' });

  const pages: [path: string, shows: string][] = [
    [`/community/question/${question}`, 'One more thing'],
    [`/community/blog/${blog}`, 'One more thing'],
    [`/community/question/${named}`, 'Text'],
    ['/community', 'An anonymous blog'],
    ['/community?order=helpful', 'An anonymous question'],
    [`/community/label/${labelCode}`, 'An anonymous blog'],
    ['/community/rss.xml', 'An anonymous blog'],
    ['/sitemap-questions-1.xml', question],
    ['/sitemap-blogs-1.xml', blog],
  ];
  for (const [path, shows] of pages) {
    for (const who of [undefined, sessions.reader]) {
      const { status, text } = await open(path, who);
      expect(status, path).toBe(200);
      expect(text, path).toContain(shows);
      for (const secret of [name, authorId]) expect(text.includes(secret), `${path} contains ${secret}`).toBe(false);
    }
  }
  expect((await open(`/community/question/${question}`, sessions.admin)).text).toContain(name);
});
