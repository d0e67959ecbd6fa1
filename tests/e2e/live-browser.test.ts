import { chromium, type Page, type Route } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../config/find-chromium.ts';
import { addMember } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* A class from the browser alone: camera and microphone of Chromium's stand-ins, two viewers, the recording. */

/** The administrator, who leads every class. */
const HOST = 4;
const video = (page: Page) => page.locator('video').first();
const position = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);

for (const container of ['webm', 'mp4'] as const)
  test(`a lecturer rehearses, broadcasts in ${container}, loses the network, and the class is replayed`, async ({
    page,
    context,
    browser,
    path,
    t,
    tenant,
  }) => {
    test.setTimeout(240_000);
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
      title: `Browser ${container} ${Date.now()}`,
      startAt: at(10),
      endAt: at(70),
    });
    const studio = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH,
      args: [...CHROMIUM_FLAGS, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    });
    const room = await studio.newContext({ baseURL: tenant.origin, permissions: ['camera', 'microphone'] });
    // What a browser records is chosen by what it supports: one without WebM records MP4.
    await room.addInitScript(
      (unsupported) => {
        const supports = MediaRecorder.isTypeSupported.bind(MediaRecorder);
        MediaRecorder.isTypeSupported = (type) => !type.startsWith(unsupported) && supports(type);
      },
      container === 'mp4' ? 'video/webm' : 'video/mp4',
    );
    await signIn(room, tenant, HOST);
    const desk = await room.newPage();
    const other = await browser.newContext({ baseURL: tenant.origin });
    const second = await other.newPage();
    await signIn(context, tenant, await addMember(tenant));
    await signIn(other, tenant, await addMember(tenant));
    const panel = desk.getByRole('region', { name: t('broadcast:title') });

    await test.step('the rehearsal is seen by nobody', async () => {
      const response = await desk.goto(path(`/account/live/${id}`));
      expect(response!.headers()['permissions-policy']).toContain('camera=(self)');
      expect((await page.goto(path(`/live/watch/${id}`)))!.headers()['permissions-policy']).toContain('camera=()');
      await second.goto(path(`/live/watch/${id}`));
      await panel.getByRole('combobox', { name: t('broadcast:quality') }).selectOption('low');
      await panel.getByRole('button', { name: t('broadcast:prepare') }).click();
      await expect(panel.getByRole('combobox', { name: t('broadcast:camera') })).toContainText('fake_device');
      await panel.getByRole('button', { name: t('broadcast:rehearse') }).click();
      await expect(panel.getByText(t('broadcast:rehearsing'))).toBeVisible();
      await expect(desk.getByRole('heading', { name: t('live:host.preview') })).toBeVisible({ timeout: 30_000 });
      await expect(video(page)).toHaveCount(0);
    });

    await test.step('two viewers see the class', async () => {
      // A fragment of the rehearsal arrives when the broadcast of the class has begun: it is refused, and the class goes on.
      const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
      const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
      const late = '**/live/broadcast/fragment/**';
      const hold = (route: Route) => {
        held();
        return hasBegun.then(() => route.continue());
      };
      await desk.route(late, hold, { times: 1 });
      await isHeld;
      await desk.getByRole('button', { name: t('live:host.to.live') }).click();
      await expect(panel.getByText(t('broadcast:on'), { exact: true })).toBeVisible({ timeout: 20_000 });
      const refused = desk.waitForResponse(late);
      begin();
      expect((await refused).status()).toBe(409);
      const from = Date.now();
      for (const viewer of [page, second])
        await expect.poll(() => position(viewer), { timeout: 40_000, intervals: [200] }).toBeGreaterThan(0.2);
      console.info(`seen after ${Date.now() - from} ms (${container})`);
    });

    await test.step('what is recorded without network arrives later', async () => {
      await room.setOffline(true);
      await expect(panel.getByRole('status')).toContainText(/[3-9]|\d\d/, { timeout: 20_000 });
      await room.setOffline(false);
      await expect(panel.getByRole('status')).toHaveText(t('broadcast:on'), { timeout: 30_000 });
      for (const viewer of [page, second])
        await expect.poll(() => position(viewer), { timeout: 40_000 }).toBeGreaterThan(8);
    });

    await test.step('the recording plays', async () => {
      await desk.getByRole('button', { name: t('live:host.to.ended') }).click();
      await desk
        .getByRole('dialog')
        .getByRole('button', { name: t('live:host.to.ended') })
        .click();
      await expect
        .poll(
          async () =>
            (await ask<{ playback: { kind: string } | null }>(`GET /course/auth/live/view?id=${id}`, {})).playback
              ?.kind,
          {
            timeout: 60_000,
          },
        )
        .toBe('file');
      await page.reload();
      await expect
        .poll(() => video(page).evaluate((element: HTMLVideoElement) => Math.round(element.duration)), {
          timeout: 30_000,
        })
        .toBeGreaterThan(9);
      await video(page).evaluate((element: HTMLVideoElement) => element.play());
      await expect.poll(() => position(page)).toBeGreaterThan(0.5);
    });
    await studio.close();
    await other.close();
  });
