import { useState } from 'react';
import { api } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';
import { MESSAGE_LANGS, type MessageLang } from '#src/contract/rules/message.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { ConflictView } from '../kit/ConflictView.tsx';
import { EditorForm } from '../kit/EditorForm.tsx';
import { type ChangeText, HistoryButton } from '../kit/History.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { useEditor } from '../kit/use-editor.ts';
import { messageName } from './message-name.ts';
import { type MessageForm, MessageTexts } from './MessageTexts.tsx';

const VIEW = 'GET /system/auth/message/template/view';
type Message = Data<typeof VIEW>;
type Fields = MessageForm['texts'][MessageLang];

const PARTS = MESSAGE_LANGS.flatMap((lang) => (['subject', 'body'] as const).map((field) => ({ lang, field })));

type Props = { stored: Message; timeZone: string; languages: readonly Locale[] };

/** Changes the texts of a message in the languages that are offered, with their previews. A text of one's own in another one keeps its fields. */
function MessageEditor({ stored, timeZone, languages }: Props) {
  const t = useT();
  const locale = useLocale();
  const { kind, builtIn, hasSubject } = stored;
  const [id, setId] = useState(stored.id);
  const shown = MESSAGE_LANGS.filter((lang) => languages.includes(lang) || stored.texts[lang]);
  const formOf = (texts: Message['texts']): MessageForm => {
    const fieldsOf = (lang: MessageLang): Fields => {
      const { subject, body } = texts[lang] ?? builtIn[lang];
      return { subject: subject ?? '', body };
    };
    return { texts: { zh: fieldsOf('zh'), en: fieldsOf('en') } };
  };
  const editor = useEditor<MessageForm, { values: MessageForm; revision: number; id: string }>({
    draft: `message ${kind}`,
    stored: { values: formOf(stored.texts), revision: stored.revision },
    save: async ({ texts }, revision) => {
      const given = (lang: MessageLang) => ({ ...texts[lang], subject: hasSubject ? texts[lang].subject : null });
      const input = { kind, revision: revision ?? 0, texts: { zh: given('zh'), en: given('en') } };
      const saved = await api('PUT /system/auth/message/template/save', input);
      return { values: formOf(saved.texts), revision: saved.revision, id: saved.id };
    },
    reread: async () => {
      const now = await api(VIEW, { kind });
      return { values: formOf(now.texts), revision: now.revision };
    },
    onSaved: (saved) => setId(saved.id),
  });
  const { conflict } = editor;
  const name = messageName({ ...stored, ...builtIn }, t, locale);
  const labelOf = (lang: MessageLang, field: keyof Fields) =>
    `${t(`message:lang.${lang}`)} · ${t(`message:field.${field}`)}`;
  const describe = ({ name: part, before, after }: { name: string; before?: unknown; after?: unknown }): ChangeText => {
    const found = PARTS.find(({ lang, field }) => part === `${lang}${field === 'subject' ? 'Subject' : 'Body'}`);
    const text = (value: unknown) => (value === null ? t('message:builtIn') : String(value));
    return {
      label: found ? labelOf(found.lang, found.field) : part,
      ...(before !== undefined && { before: text(before) }),
      ...(after !== undefined && { after: text(after) }),
    };
  };
  if (conflict) {
    const nameOf = (part: (typeof PARTS)[number]) => `${part.lang} ${part.field}`;
    const valueOf = ({ texts }: MessageForm, { lang, field }: (typeof PARTS)[number]) => texts[lang][field];
    return (
      <ConflictView
        title={t('message:conflict')}
        intro={t('message:conflictHint')}
        differences={PARTS.filter((part) => valueOf(conflict.mine, part) !== valueOf(conflict.theirs.values, part)).map(
          (part) => ({
            ...{ name: nameOf(part), label: labelOf(part.lang, part.field) },
            ...{ mine: valueOf(conflict.mine, part), theirs: valueOf(conflict.theirs.values, part) },
            isTheirs: valueOf(conflict.mine, part) === valueOf(conflict.base.values, part),
          }),
        )}
        onMerge={(taken) => {
          const merged = structuredClone(conflict.mine);
          for (const part of PARTS)
            if (taken.has(nameOf(part))) merged.texts[part.lang][part.field] = valueOf(conflict.theirs.values, part);
          editor.resolve(merged);
        }}
      />
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={name} hint={t(`message:hint.${stored.channel}`)}>
        {id && <HistoryButton kind="message" id={id} name={name} timeZone={timeZone} describe={describe} />}
      </PageHead>
      {stored.isOwnTextRefused && <p className="alert alert-soft alert-warning">{t('message:notVouched')}</p>}
      {stored.isFixedByProvider && <p className="alert alert-soft alert-info">{t('message:fixedByProvider')}</p>}
      <EditorForm editor={editor} label={name} action={t('message:save')} timeZone={timeZone}>
        <div className={shown.length === 1 ? '' : 'grid gap-6 lg:grid-cols-2'}>
          {shown.map((lang) => (
            <MessageTexts key={lang} lang={lang} message={stored} />
          ))}
        </div>
      </EditorForm>
    </div>
  );
}

export default island(MessageEditor);
