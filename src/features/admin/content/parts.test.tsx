import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { island } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { FieldsOf } from '../kit/EditorForm.tsx';
import { OfferedContext } from '#src/client/offered-languages.ts';
import { PagePreview } from './PagePreview.tsx';
import { BothNames } from './parts.tsx';

type Props = { languages: Locale[]; zh?: string; en?: string };
const Example = island<Props>(function Example({ languages, zh = '', en = '' }) {
  const form = useForm({ defaultValues: { name: { zh, en } } });
  return (
    <FieldsOf form={form}>
      <OfferedContext value={languages}>
        <BothNames name="name" labels={{ zh: '中文名称', en: '英文名称' }} />
      </OfferedContext>
      <PagePreview item={null} title="" languages={languages} />
    </FieldsOf>
  );
});
const zh = page.getByRole('textbox', { name: '中文名称' });
const en = page.getByRole('textbox', { name: '英文名称' });
// The preview is hidden where a window is as narrow as that of tests.
const preview = page.getByRole('group', { name: '预览语言', includeHidden: true });
const missing = (lang: string) => page.getByText(`缺少${lang}`);

test('a name has fields in the languages that are offered, and is missing in no others', async () => {
  await hydrate(Example, { languages: ['zh'], zh: '焊接' });
  await expect.element(zh).toHaveValue('焊接');
  await expect.element(en).not.toBeInTheDocument();
  await expect.element(missing('英文')).not.toBeInTheDocument();
  await expect.element(preview).not.toBeInTheDocument();
});

test('with both, the one without a text is missing, and the preview has both', async () => {
  await hydrate(Example, { languages: ['zh', 'en'], zh: '焊接' });
  await expect.element(en).toBeVisible();
  await expect.element(missing('英文')).toBeVisible();
  expect(preview.getByRole('button', { includeHidden: true }).elements()).toHaveLength(2);
});

test('a text in another language keeps its field, also while it is removed', async () => {
  await hydrate(Example, { languages: ['zh'], en: 'Welding' });
  await expect.element(missing('中文')).toBeVisible();
  await en.fill('');
  await expect.element(missing('中文')).not.toBeInTheDocument();
  await expect.element(en).toBeVisible();
});
