import { useWatch } from 'react-hook-form';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { localizedText } from '#src/lib/localized.ts';
import type { ContentItem, DocumentOf } from '../content/content-item.ts';
import { ContentShell } from '../content/ContentShell.tsx';
import { differencesBetween } from '../content/differences.ts';
import { useContentEditor } from '../content/use-content-editor.ts';
import { Group } from '../kit/fields.tsx';
import { BothField } from './BothField.tsx';

type Article = DocumentOf<'article'>;
type Props = {
  stored: ContentItem<'article'> | null;
  timeZone: string;
  languages: readonly Locale[];
  hasPreview: boolean;
};

const EMPTY = { zh: '', en: '' };
const NEW: Article = { title: EMPTY, body: EMPTY };

/** Adds or changes an article of the site: an about page, the agreement or the privacy policy. */
function ArticleEditor({ stored, timeZone, languages, hasPreview }: Props) {
  const t = useT();
  const locale = useLocale();
  const editor = useContentEditor({ kind: 'article', given: stored, empty: NEW, path: '/admin/articles/edit' });
  const title = useWatch({ control: editor.form.control, name: 'title' });
  const both = ({ zh, en }: { zh: string; en: string }) => [zh, en].filter(Boolean).join('\n\n');
  return (
    <ContentShell
      {...{ editor, timeZone, languages, hasPreview }}
      title={localizedText(title, locale)}
      differencesOf={(conflict) =>
        differencesBetween<Article>(conflict, {
          title: [t('site:admin.article.name'), (each) => both(each.title)],
          body: [t('site:admin.article.body'), ({ body }) => both(body)],
        })
      }
    >
      <Group title={t('site:admin.article.text')}>
        <BothField name="title" label={t('site:admin.article.name')} maxLength={100} />
        <BothField name="body" label={t('site:admin.article.body')} isMarkdown maxLength={50_000} />
      </Group>
    </ContentShell>
  );
}

export default island(ArticleEditor);
