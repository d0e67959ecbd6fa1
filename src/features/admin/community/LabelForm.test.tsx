import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OfferedContext } from '#src/client/offered-languages.ts';
import { island } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { answer, made } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { LabelForm } from './LabelForm.tsx';

const SAVE = 'POST /community/auth/label/save';
const Example = island<{ languages: Locale[]; en?: string }>(function Example({ languages, en }) {
  const label = en
    ? { id: 'l', name: { en }, description: {}, color: 'red', sort: 0, published: true, postCount: 0 }
    : null;
  return (
    <OfferedContext value={languages}>
      <LabelForm label={label as never} onSaved={() => {}} />
    </OfferedContext>
  );
});
const field = (name: string) => page.getByRole('textbox', { name });

test('a label is named in the language that is offered, and nothing is sent in the other', async () => {
  answer(SAVE, { id: 'l' } as never);
  await hydrate(Example, { languages: ['zh'] });
  await expect.element(field('英文名称')).not.toBeInTheDocument();
  await field('中文名称').fill('焊接');
  await page.getByRole('button', { name: '保存' }).click();
  await expect
    .poll(() => made.find(({ call }) => call === SAVE)?.input)
    .toMatchObject({ name: { zh: '焊接' }, description: {} });
  expect((made.at(-1)!.input as { name: object }).name).not.toHaveProperty('en');
});

test('a name in another language keeps its field', async () => {
  await hydrate(Example, { languages: ['zh'], en: 'Welding' });
  await expect.element(field('英文名称')).toHaveValue('Welding');
});
