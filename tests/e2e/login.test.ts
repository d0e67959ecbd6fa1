import { addMember } from './support/database.ts';
import { http } from './support/http.ts';
import { hostOf, keepCookies, sessionOf, signIn } from './support/sign-in.ts';
import { PASSWORD, phone, tenants } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Signing in and out. The browser writes a line for each refused call: those are expected here. */
test.describe('signing in', () => {
  test.use({ expectedLines: /status of (401|422)/ });

  test('names what is wrong at the right field, and keeps what was typed', async ({ page, path, t, tenant }) => {
    await page.goto(path('/login'));
    const phoneField = page.getByLabel(t('account:login.phone'), { exact: true });
    const passwordField = page.getByLabel(t('account:login.password'), { exact: true });
    const submit = page.getByRole('button', { name: t('account:login.submit'), exact: true });

    await submit.click();
    await expect(phoneField).toHaveAccessibleDescription(t('errors:field.phoneRequired'));
    await expect(passwordField).toHaveAccessibleDescription(t('errors:field.passwordRequired'));
    const agreed = page.getByRole('checkbox');
    await expect(agreed).toHaveAccessibleDescription(t('errors:agreementRequired'));
    await expect(phoneField).toBeFocused();

    await agreed.check();
    await phoneField.fill('123');
    await passwordField.fill(PASSWORD);
    await submit.click();
    await expect(phoneField).toHaveAccessibleDescription(t('errors:field.phone'));

    for (const [number, password] of [
      [`${tenant.phonePrefix}99`, PASSWORD],
      [await addMember(tenant), 'Wrong@2026'],
    ] as const) {
      await phoneField.fill(number);
      await passwordField.fill(password);
      await submit.click();
      await expect(passwordField).toHaveAccessibleDescription(t('errors:wrongPhoneOrPassword'));
      await expect(phoneField).toHaveValue(number);
      await expect(passwordField).toHaveAttribute('aria-invalid', 'true');
    }
    expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'ET_WEB_TOKEN' }));
  });

  test('keeps the token in its cookie for a day, and leads back to the page asked for', async ({
    page,
    path,
    t,
    tenant,
  }) => {
    await page.goto(path('/account?change=1'));
    await expect(page).toHaveURL(/\/login\?t=login&redirect=/);
    await page.getByLabel(t('account:login.phone'), { exact: true }).fill(phone(tenant, 18));
    await page.getByLabel(t('account:login.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: t('account:login.submit'), exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path('/account').replace('/', '\\/')}\\?change=1$`));

    const cookie = (await page.context().cookies()).find(({ name }) => name === 'ET_WEB_TOKEN')!;
    const days = (cookie.expires - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(0.98);
    expect(days).toBeLessThan(1.02);
    await page.goBack();
    await expect(page, 'the login page does not stay in the history').not.toHaveURL(/\/login/);
  });

  test('works by keyboard alone', async ({ page, path, t, tenant }) => {
    await page.goto(path('/login'));
    await expect(page.getByLabel(t('account:login.phone'), { exact: true })).toBeFocused();
    await page.keyboard.type(phone(tenant, 18));
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${path('/home')}$`));
  });
});

test.describe('signing out', () => {
  // Calls of the page that come after that of signing out are refused.
  test.use({ expectedLines: /status of 401/ });

  test('clears the token and ends the session everywhere', async ({ page, context, path, t, tenant }) => {
    const session = await signIn(context, tenant, 18);
    await page.goto(path('/home'));
    await page.evaluate(() => void (document.cookie = 'enterpriseId=x; path=/'));
    await page.locator('header details[data-menu] summary').last().click();
    await page.getByRole('button', { name: t('common:user.signOut') }).click();
    await page.waitForURL(tenant.origin + path('/'));
    await expect(page.getByRole('link', { name: t('common:signIn'), exact: true }).first()).toBeVisible();
    const cookies = (await context.cookies()).map(({ name }) => name);
    expect(cookies).not.toContain('ET_WEB_TOKEN');
    expect(cookies).not.toContain('enterpriseId');
    // Somebody who kept the token has nothing of it.
    const answer = await http(hostOf(tenant), '/gateway/user/auth/enterprise/user/info/current/view', {
      headers: session,
    });
    expect(JSON.parse(answer.text)).toMatchObject({ code: 300 });
    await keepCookies(context, tenant, session);
    await page.goto(path('/account'));
    await expect(page).toHaveURL(/\/login/);
  });

  test('leads to the landing page, also when calls of the page are refused meanwhile', async ({
    page,
    context,
    path,
    t,
    tenant,
  }) => {
    await signIn(context, tenant, 18);
    const ended = page.waitForResponse(/\/user\/info\/logout$/);
    const refused = page.waitForResponse((response) => response.status() === 401);
    await page.route('**/gateway/**', async (route) => {
      if (!route.request().url().endsWith('/logout')) await ended;
      await route.continue();
    });
    await page.route(tenant.origin + path('/'), async (route) => {
      await refused;
      await route.continue();
    });
    const held = page.waitForRequest('**/gateway/**');
    await page.goto(path('/home'));
    // What is near the bottom is fetched when it comes into view.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await held;
    await page.locator('header details[data-menu] summary').last().click();
    await page.getByRole('button', { name: t('common:user.signOut') }).click();
    await expect(page).toHaveURL(tenant.origin + path('/'));
  });
});

test('a person of one tenant is a stranger at the other', async ({ page, context, path, tenant }) => {
  const other = Object.values(tenants).find(({ key }) => key !== tenant.key)!;
  await keepCookies(context, tenant, await sessionOf(other, 18));
  await page.goto(path('/account'));
  await expect(page).toHaveURL(/\/login/);
});
