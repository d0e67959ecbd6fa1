import { useFormContext, useWatch } from 'react-hook-form';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { useAction } from '#src/client/use-action.ts';
import type { Data } from '#src/contract/calls.ts';
import {
  checkText,
  composeLines,
  fillText,
  MESSAGE_LENGTH,
  type MessageLang,
  type MessageText,
} from '#src/contract/rules/message.ts';
import { useT } from '#src/i18n/island.tsx';
import { Group } from '../kit/fields.tsx';
import { TextField } from '../kit/form-fields.tsx';

/** Texts as they are sent: where the enterprise has none, that of the portal. */
export type MessageForm = { texts: Record<MessageLang, { subject: string; body: string }> };

type Props = { lang: MessageLang; message: Data<'GET /system/auth/message/template/view'> };

/** The text of a message in one language: its fields, what may stand in it, its preview and its test. */
export function MessageTexts({ lang, message }: Props) {
  const t = useT();
  const { control, setValue, clearErrors } = useFormContext<MessageForm>();
  const typed = useWatch({ control, name: `texts.${lang}` });
  const { kind, hasSubject, placeholders, builtIn } = message;
  const text: MessageText = { subject: hasSubject ? typed.subject : null, body: typed.body };
  const isBuiltIn = text.body === builtIn[lang].body && text.subject === builtIn[lang].subject;
  const reset = () => {
    const { subject, body } = builtIn[lang];
    clearErrors(`texts.${lang}`);
    setValue(`texts.${lang}`, { subject: subject ?? '', body }, { shouldDirty: true });
  };
  return (
    <Group title={t(`message:lang.${lang}`)}>
      {hasSubject && (
        <TextField
          name={`texts.${lang}.subject`}
          label={t('message:field.subject')}
          maxLength={MESSAGE_LENGTH.subject}
        />
      )}
      <TextField
        name={`texts.${lang}.body`}
        label={t('message:field.body')}
        hint={message.channel === 'mail' ? t('message:paragraphs') : undefined}
        rows={message.channel === 'mail' ? 10 : 4}
        maxLength={MESSAGE_LENGTH.body}
      />
      <details>
        <summary className="cursor-pointer text-sm font-medium">{t('message:placeholders')}</summary>
        <ul className="mt-2 flex flex-col gap-1 text-sm">
          {placeholders.map(({ name, isRequired }) => (
            <li key={name}>
              <code>{`{{${name}}}`}</code> {t(`message:placeholder.${name}`)}
              {isRequired && <span className="text-muted"> · {t('message:required')}</span>}
            </li>
          ))}
        </ul>
      </details>
      <Preview {...{ lang, message, text }} />
      <div className="flex flex-wrap items-center gap-3">
        {message.test === 'ready' ? (
          <Test {...{ kind, lang, text }} isRefused={message.isOwnTextRefused} />
        ) : (
          <p className="text-sm text-muted">{t(`message:noTest.${message.test}`)}</p>
        )}
        {isBuiltIn ? (
          <p className="text-sm text-muted">{t('message:isBuiltIn')}</p>
        ) : (
          <button type="button" className="btn btn-ghost btn-sm" onClick={reset}>
            {t('message:reset')}
          </button>
        )}
      </div>
    </Group>
  );
}

/** The message with its example, as it is sent. */
function Preview({ lang, message, text }: Props & { text: MessageText }) {
  const t = useT();
  const values = message.example[lang];
  const isWrong = checkText(text, message).length > 0;
  return (
    <section
      aria-label={t('message:previewOf', { lang: t(`message:lang.${lang}`) })}
      lang={lang === 'zh' ? 'zh-CN' : 'en'}
    >
      <h3 className="mb-2 text-sm font-medium">{t('message:preview')}</h3>
      <div className="flex flex-col gap-3 rounded-field border border-base-300 bg-base-200 p-4 break-words">
        {text.subject !== null && <p className="font-semibold">{fillText(text.subject, values)}</p>}
        {message.channel === 'mail' ? (
          composeLines(text.body, message.placeholders, values).map(({ text: words, url }, n) => (
            <p key={n} className="whitespace-pre-line">
              {url ? <span className="link">{words}</span> : words}
            </p>
          ))
        ) : (
          <p className="whitespace-pre-line">{fillText(text.body, values)}</p>
        )}
      </div>
      {isWrong && <p className="mt-2 text-sm text-error">{t('message:cannotSave')}</p>}
    </section>
  );
}

/** Sends what is typed to the editor. */
function Test({ isRefused, ...input }: { kind: string; lang: MessageLang; text: MessageText; isRefused: boolean }) {
  const t = useT();
  const [said, setSaid] = useState('');
  const send = useAction(async () => {
    setSaid('');
    try {
      const { email } = await api('POST /system/auth/message/template/test', input);
      setSaid(t('message:tested', { email }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setSaid(Object.values(error.fields)[0] ?? error.message);
    }
  });
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-sm"
        disabled={isRefused}
        aria-disabled={send.isPending}
        onClick={() => void send.run()}
      >
        {t('message:test')}
      </button>
      <p role="status" className="text-sm empty:hidden">
        {said}
      </p>
    </>
  );
}
