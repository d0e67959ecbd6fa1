import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { findFfmpeg } from '../config/find-ffmpeg.ts';
import { addMember } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expect, listen, test } from './support/test.ts';

/** The administrator, who leads every class. */
const HOST = 4;
const SECONDS = 18;

/** Sends a test picture with a tone, as `ffmpeg` is called with by the command in the console of the class. */
function broadcast(url: string, host: string): ChildProcess {
  const { pathname, port } = new URL(url);
  const input = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15', '-f', 'lavfi', '-i', 'sine=frequency=440'];
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '30', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const target = ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '5', '-hls_flags', 'delete_segments'];
  return spawn(
    findFfmpeg(),
    // The name of a tenant's host is known to browsers only.
    ['-loglevel', 'error', '-re', ...input, '-t', String(SECONDS), ...codec, ...target, '-method', 'PUT'].concat([
      '-headers',
      `Host: ${host}\r\n`,
      `http://127.0.0.1:${port}${pathname}`,
    ]),
    { stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env.PATH } },
  );
}

const position = (page: Page) =>
  page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime);

test('a class is sent by ffmpeg, watched and discussed by two people, and replayed', async ({
  page,
  context,
  browser,
  path,
  t,
  tenant,
}) => {
  test.setTimeout(180_000);
  const host = hostOf(tenant);
  const lecturer = await sessionOf(tenant, HOST);
  const ask = async <T>(name: string, input: unknown) => {
    const { envelope } = await gateway(host, name, input, lecturer);
    expect(envelope.code, JSON.stringify(envelope)).toBe(200);
    return envelope.data as T;
  };
  const courses = await ask<{ id: string }[]>('POST /course/auth/live/session/courses', {});
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const { id } = await ask<{ id: string }>('POST /course/auth/live/session/save', {
    courseId: courses[0]!.id,
    title: `Live ${Date.now()}`,
    startAt: at(10),
    endAt: at(70),
  });

  const others = await Promise.all(['console', 'second'].map(() => browser.newContext({ baseURL: tenant.origin })));
  const [desk, second] = (await Promise.all(others.map((each) => each.newPage()))) as [Page, Page];
  const lines = [desk, second].map(listen);
  await signIn(context, tenant, await addMember(tenant));
  await signIn(others[1]!, tenant, await addMember(tenant));
  await signIn(others[0]!, tenant, HOST);

  await test.step('the waiting room counts down', async () => {
    await page.goto(path(`/live/watch/${id}`));
    await expect(page.getByTestId('live-countdown')).toHaveText(/^\d?\d:\d\d$/);
    await second.goto(path(`/live/watch/${id}`));
  });

  await desk.goto(path(`/account/live/${id}`));
  await desk.getByRole('button', { name: t('live:ingest.issue') }).click();
  const address = await desk
    .getByText(/\/live\/ingest\/[\w-]+\/index\.m3u8$/)
    .first()
    .innerText();
  await desk.getByRole('button', { name: t('live:host.to.live') }).click();
  const encoder = broadcast(address, host);
  const sent = once(encoder, 'close');

  await test.step('two people see the stream, and talk', async () => {
    await expect(desk.getByText(t('live:ingest.receiving'))).toBeVisible({ timeout: 30_000 });
    for (const viewer of [page, second])
      await expect.poll(() => position(viewer), { timeout: 40_000 }).toBeGreaterThan(1);
    const say = async (from: Page, to: Page, text: string) => {
      await from.getByRole('textbox', { name: t('live:chat.write.chat') }).fill(text);
      await from.getByRole('button', { name: t('live:chat.send') }).click();
      for (const reader of [to, desk])
        await expect(reader.getByTestId('live-message').filter({ hasText: text })).toBeVisible();
    };
    await say(page, second, 'Hello from the first');
    await say(second, page, 'Hello from the second');
    await second.getByRole('button', { name: t('live:hand.raise') }).click();
    await expect(desk.getByRole('region', { name: t('live:hand.label') })).toBeVisible();
  });

  await test.step('a poll is answered', async () => {
    await desk.getByText(t('live:poll.new')).click();
    await desk.getByRole('textbox', { name: t('live:poll.question') }).fill('Which colour?');
    await desk.getByRole('textbox', { name: t('live:poll.options') }).fill('Red\nBlue');
    await desk.getByRole('button', { name: t('live:poll.start') }).click();
    await page.getByRole('button', { name: 'Blue' }).click();
    await expect(desk.getByRole('progressbar', { name: 'Blue' })).toHaveAttribute('value', '100');
    await desk.getByRole('button', { name: t('live:poll.close') }).click();
    await expect(second.getByRole('progressbar', { name: 'Blue' })).toHaveAttribute('value', '100');
  });

  expect(await sent, 'every segment was taken').toEqual([0, null]);
  await desk.getByRole('button', { name: t('live:host.to.ended') }).click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: t('live:host.to.ended') })
    .click();

  await test.step('the recording is replayed with the chat', async () => {
    for (const viewer of [page, second]) {
      await expect(viewer.getByText(t('live:presence.completed'))).toBeVisible({ timeout: 60_000 });
      const video = viewer.locator('video');
      await expect
        .poll(() => video.evaluate((element: HTMLVideoElement) => Math.round(element.duration)), { timeout: 60_000 })
        .toBeGreaterThanOrEqual(SECONDS - 4);
      await video.evaluate((element: HTMLVideoElement) => {
        element.currentTime = Math.max(0, element.duration - 3);
        return element.play();
      });
      await expect.poll(() => position(viewer)).toBeGreaterThan(SECONDS - 7);
      await video.evaluate((element: HTMLVideoElement) => element.dispatchEvent(new Event('timeupdate')));
    }
  });
  await test.step('it is among the recorded classes, and the page has no courses', async () => {
    await page.goto(path('/live/watch'));
    for (const list of ['live', 'planned', 'recorded'])
      await expect(page.getByRole('region', { name: t(`live:list.${list}`) })).toBeVisible();
    const recorded = page.getByRole('region', { name: t('live:list.recorded') });
    await expect(recorded.locator(`a[href$="/live/watch/${id}"]`).first()).toBeVisible();
    await expect(page.locator('main a[href*="/knowledge/course/"]')).toHaveCount(0);
  });
  expect(lines.flat(), 'the console of the browsers stays clean').toEqual([]);
  for (const other of others) await other.close();
});
