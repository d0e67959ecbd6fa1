import { addMember } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, keepCookies, sessionOf, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* Study rooms over several courses, notes at a second, and an appeal from its question to the ledger. */

type Item = { courseId: string | null; studyState: string; lock: object | null };
type Node = { subResourceId: string; subResourceName: string; subTrainingProgress: Node[] };
const leaves = (nodes: Node[]): Node[] =>
  nodes.flatMap((node) => (node.subTrainingProgress.length > 0 ? leaves(node.subTrainingProgress) : [node]));

test('the room of a project goes on from one course to the next, and back', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  const me = await signIn(context, tenant, await addMember(tenant));
  const read = async <T>(call: string, input: unknown = {}) =>
    (await gateway(hostOf(tenant), call, input, me)).envelope.data as T;
  const projects = await read<{ list: { id: string; title: string }[] }>('POST /course/auth/project/info/page');
  const rooms = await Promise.all(
    projects.list.map(async (project) => {
      const room = `GET /course/auth/study/room/view?type=project&id=${project.id}`;
      const { items } = await read<{ items: Item[] }>(room);
      return {
        ...project,
        open: items.filter(({ courseId, studyState, lock }) => courseId && studyState === 'open' && !lock),
      };
    }),
  );
  const { id, title, open } = rooms.find((room) => room.open.length > 1)!;
  const itemsOf = async ({ courseId }: Item) =>
    leaves((await read<{ resources: Node[] }>(`GET /course/auth/study/course/view?courseId=${courseId}`)).resources);
  const last = (await itemsOf(open[0]!)).at(-1)!;
  const first = (await itemsOf(open[1]!))[0]!;

  await page.goto(path(`/watch/catePanel?id=${id}&course=${open[0]!.courseId}&resource=${last.subResourceId}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const shown = page.getByRole('heading', { level: 2, name: last.subResourceName, exact: true });
  await expect(shown).toBeVisible();
  await page.getByRole('button', { name: t('study:next', { title: first.subResourceName }) }).click();
  await expect(page.getByRole('heading', { level: 2, name: first.subResourceName, exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`course=${open[1]!.courseId}&resource=${first.subResourceId}$`));
  await page.goBack();
  await expect(shown).toBeVisible();
});

test('a note keeps its second, and leads back to it', async ({ page, context, path, t, tenant }) => {
  const me = await signIn(context, tenant, await addMember(tenant));
  const found = await gateway(
    hostOf(tenant),
    'POST /course/auth/course/info/page',
    { keyword: tenant.course.title },
    me,
  );
  const courseId = (found.envelope.data as { list: { id: string }[] }).list[0]!.id;
  await page.goto(path(`/watch/course?id=${courseId}`));
  const player = page.getByRole('group', { name: t('study:player.label', { title: tenant.film }) });
  const position = page.getByRole('slider', { name: t('study:player.seek') });
  const forward = async (to: string) => {
    // Enabled once the player handles keys.
    await expect(page.getByRole('button', { name: t('study:player.play') }).first()).toBeEnabled();
    await player.focus();
    await page.keyboard.press('ArrowRight');
    await expect(position).toHaveValue(to);
  };
  await forward('5');
  await page.getByRole('tab', { name: t('room:tab.notes') }).click();
  const place = page.getByText(t('note:at', { place: '0:05' }));
  await page.getByLabel(t('note:new')).fill('Check the forks first');
  await expect(place).toBeVisible();
  // What is not saved survives a reload.
  await page.getByRole('tab', { name: t('room:tab.contents') }).click();
  await page.reload();
  await page.getByRole('tab', { name: t('room:tab.notes') }).click();
  await expect(page.getByLabel(t('note:new'))).toHaveValue('Check the forks first');
  await page.getByRole('button', { name: t('note:save') }).click();
  await forward('5');
  await forward('10');
  await page.getByRole('button', { name: '0:05' }).click();
  await expect(position).toHaveValue('5');

  await page.goto(path('/account?change=2&kind=notes'));
  await expect(page.getByText('Check the forks first')).toBeVisible();
  await page.getByRole('link', { name: '0:05' }).click();
  await expect(position).toHaveValue('5');
});

test('an appeal is explained, accepted and posted', async ({ page, context, browser, path, t, tenant }) => {
  const me = await signIn(context, tenant, await addMember(tenant));
  const input = { keyword: tenant.shortCourse.title };
  const found = await gateway(hostOf(tenant), 'POST /course/auth/course/info/page', input, me);
  const courseId = (found.envelope.data as { list: { id: string }[] }).list[0]!.id;
  await page.goto(path(`/knowledge/course/${courseId}`));
  await page.getByRole('link', { name: t('appeal:entry.before') }).click();
  await expect(page.getByText(t('appeal:fact.missingItems'))).toBeVisible();
  await page.getByLabel(t('appeal:label')).fill('I was in the classroom');
  await page.getByRole('button', { name: t('appeal:send') }).click();
  await expect(page).toHaveURL(/change=6&flow=mine&id=/);
  const id = new URL(page.url()).searchParams.get('id')!;

  const ADMINISTRATOR = 4;
  const office = await browser.newContext({ baseURL: tenant.origin });
  await keepCookies(office, tenant, await sessionOf(tenant, ADMINISTRATOR));
  const desk = await office.newPage();
  await desk.goto(path('/account?change=8'));
  await expect(desk.getByRole('heading', { name: t('teaching:section.appeal') })).toBeVisible();
  await desk.goto(path(`/account?change=6&flow=todo&id=${id}`));
  await desk.getByRole('button', { name: t('flow:do.approve'), exact: true }).click();
  await expect(desk.getByText(t('appeal:effect.completed'))).toBeVisible();
  await office.close();

  await page.goto(path('/account?change=3&recordType=1'));
  await expect(page.locator('main')).toContainText(tenant.shortCourse.title);
});
