import { useEffect, useEffectEvent, useId, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { areComplete } from '#src/components/CriteriaRows.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { type BankView, DIFFICULTIES, type Question, TYPES } from './bank-query.ts';
import { SelectField } from '../kit/fields.tsx';
import { QuestionConflict } from './QuestionConflict.tsx';
import { AnswerFields } from './AnswerFields.tsx';
import { contentOf, type Draft, draftOf, emptyText, type Lang, tagsOf } from './draft.ts';
import { Preview } from './Preview.tsx';
import { TagField } from './TagField.tsx';
import { TextFields } from './TextFields.tsx';

/** A draft that was not saved, with the version it is based on. */
export type KeptDraft = { draft: Draft; version: number | undefined };
type Props = {
  bank: BankView;
  question: Question | null;
  kept: KeptDraft | null;
  /** Called with each change; with null when there is nothing left to save. */
  onKeep: (draft: KeptDraft | null) => void;
  onClose: () => void;
};
const LANGS: Lang[] = ['zh', 'en'];

/** Writes a question, with a preview as candidates see it. What was typed stays when saving is refused. */
export function QuestionEditor({ bank, question, kept, onKeep, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const [first] = useState(() => kept?.draft ?? draftOf(question, locale));
  const [draft, setDraft] = useState(first);
  const [lang, setLang] = useState<Lang>(
    () => LANGS.find((each) => draft.texts[each] && each === locale) ?? (draft.texts.zh ? 'zh' : 'en'),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [alert, setAlert] = useState('');
  const [isSaving, setSaving] = useState(false);
  /** The version that the draft is based on. */
  const [version, setVersion] = useState(kept ? kept.version : question?.version);
  const [conflict, setConflict] = useState<{ theirs: Question; authorName: string | null } | null>(null);
  const topics = useId();
  const change = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }));
  const text = draft.texts[lang];
  const keep = useEffectEvent((changed: Draft) => onKeep({ draft: changed, version }));
  useEffect(() => {
    if (draft !== first) keep(draft);
  }, [draft, first]);
  const leave = () => {
    onKeep(null);
    onClose();
  };

  async function save() {
    if (isSaving) return;
    if (draft.type === 'short' && !areComplete(draft.criteria)) {
      setErrors({ criteria: t('bank:criteria.incomplete') });
      return;
    }
    setSaving(true);
    try {
      const { code, difficulty, topic, tags, keepsOrder } = draft;
      await api(
        'POST /exam/auth/question/save',
        {
          ...contentOf(draft),
          ...{ id: question?.id, version, bankId: bank.id },
          ...{ code: question || !code.trim() ? undefined : code.trim(), difficulty },
          ...{ topic: topic.trim() || null, tags: tagsOf(tags), keepsOrder },
        },
        { isShowErrTip: false },
      );
      notify(t('bank:saved'), 'success');
      for (const call of [
        'POST /exam/auth/question/page',
        'GET /exam/auth/question/view',
        'POST /exam/auth/question/version/page',
        'GET /exam/auth/question/bank/view',
      ] as const)
        invalidate(call);
      leave();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 409 && question && (await readConflict(question.id))) return;
      setErrors(error.fields);
      setAlert(error.message || t('common:operationFailed'));
    } finally {
      setSaving(false);
    }
  }

  /** @returns false if nobody has stored another version */
  async function readConflict(id: string): Promise<boolean> {
    const theirs = await api('GET /exam/auth/question/view', { id });
    if (theirs.version === version) return false;
    const { list } = await api('POST /exam/auth/question/version/page', { id, pageSize: 1 });
    setConflict({ theirs, authorName: list[0]?.authorName ?? null });
    setAlert('');
    return true;
  }

  if (conflict)
    return (
      <QuestionConflict
        {...conflict}
        mine={draft}
        onMerge={(next) => {
          setDraft(next);
          setLang(next.texts[lang] ? lang : lang === 'zh' ? 'en' : 'zh');
          setVersion(conflict.theirs.version);
          setConflict(null);
        }}
      />
    );
  return (
    <form
      aria-label={question ? t('bank:editNamed', { code: question.code }) : t('bank:newQuestion')}
      className="grid gap-6 lg:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="flex min-w-0 flex-col gap-4">
        <FormAlert text={alert} />
        {kept && (
          <p role="status" className="alert alert-soft alert-info">
            {t('bank:unsavedHint')}
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t('bank:type')}
            value={draft.type}
            isFixed={question !== null}
            options={TYPES.map((type) => ({ value: type, label: t(`enum:questionType.${type}`) }))}
            onChange={(type) =>
              change({
                type,
                texts: Object.fromEntries(
                  Object.entries(draft.texts).map(([each, old]) => [
                    each,
                    {
                      ...old,
                      options: old.options.length > 0 ? old.options : emptyText(type).options,
                    },
                  ]),
                ),
              })
            }
          />
          <SelectField
            label={t('bank:difficulty')}
            value={String(draft.difficulty)}
            options={DIFFICULTIES.map((each) => ({ value: String(each), label: t(`enum:difficulty.${each}`) }))}
            onChange={(value) => change({ difficulty: Number(value) })}
          />
          <FormField
            label={t('bank:topic')}
            list={topics}
            value={draft.topic}
            error={errors['topic']}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => change({ topic: event.target.value })}
          />
          <datalist id={topics}>
            {bank.topics.map((topic) => (
              <option key={topic} value={topic} />
            ))}
          </datalist>
          <TagField value={draft.tags} known={bank.tags} error={errors['tags']} onChange={(tags) => change({ tags })} />
        </div>
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="mb-1.5 text-sm font-medium">{t('bank:language')}</legend>
          {LANGS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={lang === each}
              className={`btn btn-sm font-normal ${lang === each ? 'btn-primary' : 'border-base-300 bg-base-100'}`}
              onClick={() => {
                setLang(each);
                if (!draft.texts[each])
                  change({ texts: { ...draft.texts, [each]: emptyText(draft.type, draft.texts[lang]) } });
              }}
            >
              {t(`bank:lang.${each}`)}
              {!draft.texts[each] && ` +`}
            </button>
          ))}
          {Object.keys(draft.texts).length > 1 && (
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              onClick={() => {
                const { [lang]: _, ...rest } = draft.texts;
                change({ texts: rest });
                setLang(lang === 'zh' ? 'en' : 'zh');
              }}
            >
              {t('bank:removeLanguage', { language: t(`bank:lang.${lang}`) })}
            </button>
          )}
        </fieldset>
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
                texts: Object.fromEntries(
                  Object.entries(draft.texts).map(([each, old]) => [
                    each,
                    {
                      ...old,
                      options:
                        each === lang
                          ? options
                          : options.map(({ key }) => old.options.find((o) => o.key === key) ?? { key, text: '' }),
                    },
                  ]),
                ),
              })
            }
          />
        )}
        {(draft.type === 'single' || draft.type === 'multiple') && (
          <label className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="checkbox checkbox-sm"
              checked={draft.keepsOrder}
              onChange={(event) => change({ keepsOrder: event.target.checked })}
            />
            {t('bank:keepsOrder')}
          </label>
        )}
        <AnswerFields draft={draft} errors={errors} onChange={change} />
        {!question && (
          <FormField
            label={t('bank:code')}
            hint={t('bank:codeHint')}
            value={draft.code}
            error={errors['code']}
            maxLength={64}
            onChange={(event) => change({ code: event.target.value })}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <button className="btn btn-primary" aria-disabled={isSaving}>
            {t('bank:save')}
          </button>
          <button type="button" className="btn btn-ghost" onClick={leave}>
            {t('common:cancel')}
          </button>
        </div>
      </div>
      <Preview draft={draft} lang={lang} />
    </form>
  );
}
