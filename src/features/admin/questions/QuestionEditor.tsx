import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { areComplete } from '#src/components/CriteriaRows.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { EditorForm } from '../kit/EditorForm.tsx';
import { CheckField, SelectField, TextField } from '../kit/fields.tsx';
import { useEditor } from '../kit/use-editor.ts';
import { AnswerFields } from './AnswerFields.tsx';
import { type BankView, DIFFICULTIES, type Question, TYPES } from './bank-query.ts';
import { contentOf, type Draft, draftOf, emptyText, type Lang, tagsOf, type Text } from './draft.ts';
import { LanguageField } from './LanguageField.tsx';
import { Preview } from './Preview.tsx';
import { QuestionConflict } from './QuestionConflict.tsx';
import { TagField } from './TagField.tsx';
import { TextFields } from './TextFields.tsx';

type Props = {
  bank: BankView;
  /** Null: a new question. */
  question: Question | null;
  /** What a new question begins with: the question that it is a copy of. */
  copied?: Question;
  timeZone: string;
  onUnsaved: (isUnsaved: boolean) => void;
  /** Called with the question once it is stored. */
  onStored: (id: string) => void;
  onClose: () => void;
};
const VIEW = 'GET /exam/auth/question/view';
const VERSIONS = 'POST /exam/auth/question/version/page';

/** Writes a question, with a preview as candidates see it. */
export function QuestionEditor({ bank, question, copied, timeZone, onUnsaved, onStored, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const [first] = useState(() => ({
    // The code of the copy is given when it is stored.
    values: copied ? { ...draftOf(copied, locale), code: '' } : draftOf(question, locale),
    revision: question?.version,
  }));
  const [authorName, setAuthorName] = useState<string | null>(null);
  const editor = useEditor({
    draft: question ? `question-${question.id}` : copied ? `question-copy-${copied.id}` : `question-new-${bank.id}`,
    stored: first,
    save: async (draft, revision) => {
      if (draft.type === 'short' && !areComplete(draft.criteria))
        throw new ApiError(422, '', [{ field: 'criteria', message: t('bank:criteria.incomplete') }]);
      const { id, version } = await api(
        'POST /exam/auth/question/save',
        { ...inputOf(draft, question === null), id: question?.id, version: revision, bankId: bank.id },
        { isShowErrTip: false },
      );
      onStored(id);
      return { values: draft, revision: version };
    },
    onSaved: () => {
      notify(t('bank:saved'), 'success');
      invalidate('POST /exam/auth/question/page', VIEW, VERSIONS, 'GET /exam/auth/question/bank/view');
      onUnsaved(false);
      onClose();
    },
    reread: question
      ? async () => {
          const theirs = await api(VIEW, { id: question.id }, { isShowErrTip: false });
          const { list } = await api(VERSIONS, { id: question.id, pageSize: 1 }, { isShowErrTip: false });
          setAuthorName(list[0]?.authorName ?? null);
          return { values: draftOf(theirs, locale), revision: theirs.version };
        }
      : undefined,
  });
  const { control, setValue, formState } = editor.form;
  const draft = useWatch({ control }) as Draft;
  const [chosen, setLang] = useState<Lang>(locale);
  const lang = draft.texts[chosen] ? chosen : draft.texts.zh ? 'zh' : 'en';
  const topics = useId();
  const tell = useEffectEvent(onUnsaved);
  useEffect(() => {
    tell(editor.isUnsaved);
  }, [editor.isUnsaved]);

  const change = (more: Partial<Draft>) => {
    for (const name of Object.keys(more) as (keyof Draft)[]) setValue(name, more[name]!, { shouldDirty: true });
  };
  const inEach = (of: (text: Text, lang: string) => Text): Draft['texts'] =>
    Object.fromEntries(Object.entries(draft.texts).map(([each, text]) => [each, of(text, each)]));
  // By the names that the server gives to the parts of a question.
  const errors = Object.fromEntries(
    Object.entries(formState.errors).map(([name, error]) => [name, String(error?.message ?? '')]),
  );

  if (editor.conflict)
    return <QuestionConflict conflict={editor.conflict} authorName={authorName} onMerge={editor.resolve} />;
  const text = draft.texts[lang];
  return (
    <EditorForm
      editor={editor}
      label={question ? t('bank:editNamed', { code: question.code }) : t('bank:newQuestion')}
      action={t('bank:save')}
      timeZone={timeZone}
    >
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              name="type"
              label={t('bank:type')}
              error={errors['type']}
              value={draft.type}
              isFixed={question !== null}
              options={TYPES.map((type) => ({ value: type, label: t(`enum:questionType.${type}`) }))}
              onChange={(type) =>
                change({
                  type,
                  texts: inEach((old) => ({
                    ...old,
                    options: old.options.length > 0 ? old.options : emptyText(type).options,
                  })),
                })
              }
            />
            <SelectField
              label={t('bank:difficulty')}
              value={draft.difficulty}
              options={DIFFICULTIES.map((each) => ({ value: each, label: t(`enum:difficulty.${each}`) }))}
              onChange={(difficulty) => change({ difficulty })}
            />
            <TextField
              name="topic"
              label={t('bank:topic')}
              list={topics}
              value={draft.topic}
              error={errors['topic']}
              maxLength={200}
              onChange={(topic) => change({ topic })}
            />
            <datalist id={topics}>
              {bank.topics.map((topic) => (
                <option key={topic} value={topic} />
              ))}
            </datalist>
            <TagField
              value={draft.tags}
              known={bank.tags}
              error={errors['tags']}
              onChange={(tags) => change({ tags })}
            />
          </div>
          <LanguageField draft={draft} lang={lang} onChoose={setLang} onTexts={(texts) => change({ texts })} />
          {text && (
            <TextFields
              key={lang}
              type={draft.type}
              text={text}
              errors={errors}
              keys={draft.keys}
              onKeys={(keys) => change({ keys })}
              onChange={(next) => change({ texts: { ...draft.texts, [lang]: next } })}
              onOptions={(options) =>
                change({
                  keys: draft.keys.filter((key) => options.some((option) => option.key === key)),
                  // Both languages have the same options.
                  texts: inEach((old, each) => ({
                    ...old,
                    options:
                      each === lang
                        ? options
                        : options.map(({ key }) => old.options.find((o) => o.key === key) ?? { key, text: '' }),
                  })),
                })
              }
            />
          )}
          {(draft.type === 'single' || draft.type === 'multiple') && (
            <CheckField
              label={t('bank:keepsOrder')}
              value={draft.keepsOrder}
              onChange={(keepsOrder) => change({ keepsOrder })}
            />
          )}
          <AnswerFields draft={draft} errors={errors} onChange={change} />
          {!question && (
            <TextField
              name="code"
              label={t('bank:code')}
              hint={t('bank:codeHint')}
              value={draft.code}
              error={errors['code']}
              maxLength={64}
              onChange={(code) => change({ code })}
            />
          )}
        </div>
        <Preview draft={draft} lang={lang} />
      </div>
    </EditorForm>
  );
}

/** What is sent of a draft. */
function inputOf(draft: Draft, isNew: boolean) {
  const { code, difficulty, topic, tags, keepsOrder } = draft;
  return {
    ...contentOf(draft),
    ...{ code: (isNew && code.trim()) || undefined, difficulty, keepsOrder },
    ...{ topic: topic.trim() || null, tags: tagsOf(tags) },
  };
}
