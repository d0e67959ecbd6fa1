import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OfferedContext } from '#src/client/offered-languages.ts';
import { island } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { type Draft, draftOf, emptyText } from './draft.ts';
import { LanguageField } from './LanguageField.tsx';

const Example = island<{ languages: Locale[]; written: Locale[] }>(function Example({ languages, written }) {
  const [lang, setLang] = useState<Locale>('zh');
  const [draft, setDraft] = useState<Draft>(() => ({
    ...draftOf(null, 'zh'),
    texts: Object.fromEntries(written.map((each) => [each, emptyText('single')])),
  }));
  return (
    <OfferedContext value={languages}>
      <LanguageField {...{ draft, lang }} onChoose={setLang} onTexts={(texts) => setDraft({ ...draft, texts })} />
    </OfferedContext>
  );
});
const names = () =>
  page
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);

test('where one language is offered, a question in it has nothing to choose', async () => {
  await hydrate(Example, { languages: ['zh'], written: ['zh'] });
  expect(names()).toEqual([]);
});

test('where both are offered, the other one can be added', async () => {
  await hydrate(Example, { languages: ['zh', 'en'], written: ['zh'] });
  expect(names()).toEqual(['中文', '英文 +']);
  await page.getByRole('button', { name: '英文 +' }).click();
  expect(names()).toEqual(['中文', '英文', '删除英文']);
});

test('a text in a language that is not offered keeps its button, also after it was removed', async () => {
  await hydrate(Example, { languages: ['zh'], written: ['zh', 'en'] });
  await page.getByRole('button', { name: '英文' }).click();
  await page.getByRole('button', { name: '删除英文' }).click();
  expect(names()).toEqual(['中文', '英文 +']);
});
