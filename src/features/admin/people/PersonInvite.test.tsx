import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OfferedContext } from '#src/client/offered-languages.ts';
import { island } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { answer, made } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { PersonInvite } from './PersonInvite.tsx';

const SEND = 'POST /people/auth/invitation/send';
const Example = island<{ languages: Locale[] }>(function Example({ languages }) {
  return (
    <OfferedContext value={languages}>
      <PersonInvite userId="u" name="王芳" onClose={() => {}} />
    </OfferedContext>
  );
});
const language = page.getByRole('combobox', { name: '消息语言' });
const send = async () => {
  await page.getByRole('button', { name: '邀请', exact: true }).click();
  await expect.poll(() => made.filter(({ call }) => call === SEND).length).toBe(1);
  return made.find(({ call }) => call === SEND)!.input;
};

beforeEach(() => answer(SEND, null as never));

test('where one language is offered, it is not asked for, and the invitation is in it', async () => {
  await hydrate(Example, { languages: ['en'] });
  await expect.element(page.getByRole('spinbutton')).toBeVisible();
  await expect.element(language).not.toBeInTheDocument();
  expect(await send()).toMatchObject({ locale: 'en' });
});

test('where both are offered, that of the page is chosen at first', async () => {
  await hydrate(Example, { languages: ['en', 'zh'] });
  await expect.element(language).toHaveValue('zh');
  await language.selectOptions('en');
  expect(await send()).toMatchObject({ locale: 'en' });
});
