import { useFieldArray, useWatch } from 'react-hook-form';
import { ANNOUNCEMENT_FILES } from '#src/contract/rules/announcement.ts';
import { island, useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import type { ContentItem, DocumentOf } from '../content/content-item.ts';
import { CoverPicture } from '../content/CoverPicture.tsx';
import { ContentShell } from '../content/ContentShell.tsx';
import { MarkdownField } from '../content/MarkdownField.tsx';
import { differencesBetween } from '../content/differences.ts';
import { ruleText } from '../requirements/requirement-differences.ts';
import { useContentEditor } from '../content/use-content-editor.ts';
import { Group } from '../kit/fields.tsx';
import { CheckField, MomentField, TextField } from '../kit/form-fields.tsx';
import { Rows } from '../kit/rows.tsx';
import { MediaPicker } from '../media/MediaPicker.tsx';
import { AudienceFields, type Choices } from './AudienceFields.tsx';

type Announcement = DocumentOf<'announcement'>;
type Props = {
  stored: ContentItem<'announcement'> | null;
  timeZone: string;
  languages: readonly Locale[];
  hasPreview: boolean;
  choices: Choices;
};

const NEW: Announcement = {
  ...{ title: '', summary: '', body: '', coverFileId: null, author: '', publishedAt: null, pinned: false },
  ...{ mustRead: false, attachments: [], restricted: false, rules: [], people: [] },
};

/** Adds or changes an announcement. */
function AnnouncementEditor({ stored, timeZone, languages, choices, hasPreview }: Props) {
  const t = useT();
  const editor = useContentEditor({
    kind: 'announcement',
    given: stored,
    empty: NEW,
    path: '/admin/announcements/edit',
  });
  const title = useWatch({ control: editor.form.control, name: 'title' });
  const sign = (excluded: boolean) => t(excluded ? 'requirement:editor.excluded' : 'requirement:editor.included');
  const yes = (is: boolean) => t(is ? 'editing:yes' : 'editing:no');
  return (
    <ContentShell
      {...{ editor, title, timeZone, languages, hasPreview }}
      differencesOf={(conflict, nameOf) =>
        differencesBetween<Announcement>(conflict, {
          title: [t('site:admin.announcement.name'), (each) => each.title],
          summary: [t('editing:summary'), ({ summary }) => summary],
          body: [t('site:admin.announcement.body'), ({ body }) => body],
          coverFileId: [t('editing:cover'), ({ coverFileId }) => nameOf(coverFileId)],
          author: [t('site:admin.announcement.author'), ({ author }) => author],
          publishedAt: [t('site:admin.announcement.shownAt'), ({ publishedAt }) => publishedAt ?? ''],
          pinned: [t('site:admin.announcement.pin'), ({ pinned }) => yes(pinned)],
          mustRead: [t('site:admin.announcement.mustReadField'), ({ mustRead }) => yes(mustRead)],
          restricted: [t('site:admin.audience.restricted'), ({ restricted }) => yes(restricted)],
          rules: [
            t('requirement:editor.rules'),
            ({ rules }) => rules.map((rule) => `${sign(rule.excluded)} · ${ruleText(rule, t, choices)}`).join('\n'),
          ],
          people: [
            t('site:admin.audience.people'),
            ({ people }) => people.map(({ userId, excluded }) => `${sign(excluded)} · ${nameOf(userId)}`).join('\n'),
          ],
          attachments: [
            t('site:admin.announcement.attachments'),
            ({ attachments }) => attachments.map(({ fileName }) => fileName).join(', '),
          ],
        })
      }
    >
      <Group title={t('site:admin.announcement.text')}>
        <TextField name="title" label={t('site:admin.announcement.name')} maxLength={200} />
        <TextField
          name="summary"
          label={t('editing:summary')}
          hint={t('editing:summaryHint')}
          rows={2}
          maxLength={1_000}
        />
        <MarkdownField name="body" label={t('site:admin.announcement.body')} maxLength={100_000} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField name="author" label={t('site:admin.announcement.author')} maxLength={100} />
          <MomentField
            name="publishedAt"
            label={t('site:admin.announcement.shownAt')}
            hint={t('site:admin.announcement.shownAtHint')}
            timeZone={timeZone}
          />
        </div>
        <CoverPicture seed={editor.idNow()} />
        <Attachments />
      </Group>
      <AudienceFields choices={choices} hint={t('site:admin.audience.hint')} />
      <Group title={t('site:admin.announcement.reading')}>
        <CheckField
          name="mustRead"
          label={t('site:admin.announcement.mustReadField')}
          hint={t('site:admin.announcement.mustReadHint')}
        />
        <CheckField
          name="pinned"
          label={t('site:admin.announcement.pin')}
          hint={t('site:admin.announcement.pinHint')}
        />
      </Group>
    </ContentShell>
  );
}

/**
 * The attachments, which can be chosen, ordered and removed. Those of an announcement that everybody sees are made public when they are
 * chosen.
 */
function Attachments() {
  const t = useT();
  const rows = useFieldArray<Announcement, 'attachments'>({ name: 'attachments' });
  const files = useWatch<Announcement, 'attachments'>({ name: 'attachments' });
  const isRestricted = useWatch<Announcement, 'restricted'>({ name: 'restricted' });
  const add = (chosen: { id: string; name: string }[]) => {
    const known = new Set(files.map(({ fileId }) => fileId));
    const added = chosen.filter(({ id }) => !known.has(id)).map(({ id, name }) => ({ fileId: id, fileName: name }));
    rows.append(added.slice(0, ANNOUNCEMENT_FILES - files.length));
  };
  return (
    <Rows
      name="attachments"
      label={t('site:admin.announcement.attachments')}
      hint={t('site:admin.announcement.attachmentsHint', { count: ANNOUNCEMENT_FILES })}
      rows={rows}
      nameOf={(at) => files[at]?.fileName ?? t('site:admin.announcement.attachment', { n: at + 1 })}
      commands={
        files.length < ANNOUNCEMENT_FILES && (
          <MediaPicker
            label={t('site:admin.announcement.attach')}
            kinds={['document', 'picture', 'archive']}
            multiple
            isPublic={!isRestricted}
            onChoose={add}
          />
        )
      }
    >
      {(at) => <p className="break-words">{files[at]?.fileName}</p>}
    </Rows>
  );
}

export default island(AnnouncementEditor);
