import { useStore } from '@nanostores/react';
import { Icon } from '#src/components/Icon.tsx';
import { QuestionText } from '#src/components/QuestionText.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { inLang, langsOf, shownLang, splitBlanks, type AnswerValue, type PaperItem } from './answer.ts';
import { AnswerInput } from './AnswerInput.tsx';
import { switchLang, toggleStrike } from './choice-actions.ts';
import type { RejectReason } from './device-store.ts';
import type { Hall } from './hall.store.ts';
import { withLoaded } from './paper-media.ts';
import { QuestionNote } from './QuestionNote.tsx';
import { QuestionPictures } from './QuestionPictures.tsx';

type Props = {
  question: PaperItem;
  number: number;
  answer: AnswerValue;
  flagged: boolean;
  disabled: boolean;
  /** Reason if the last answer was not accepted. */
  rejected: RejectReason | undefined;
  /** Pictures and sounds of the paper that are loaded. */
  media: ReadonlyMap<string, string>;
  /** The note has been opened. */
  isNoting: boolean;
  onNote: (isOpen: boolean) => void;
  hall: Hall;
};

/** One question of any of the five types, with its language, strike-outs and note. */
export function QuestionCard({ question, number, disabled, media, hall, isNoting, onNote, ...state }: Props) {
  const t = useT();
  const locale = useLocale();
  const { questionId } = question;
  const { answer, flagged, rejected } = state;
  const choices = useStore(hall.choices.$choices);
  const lang = shownLang(question, [choices.langs[questionId], choices.lang, locale]);
  const other = langsOf(question).find((each) => each !== lang);
  const shown = withMedia(inLang(question, lang), media);
  const note = choices.notes[questionId] ?? '';
  return (
    <article className="rounded-box border border-base-300 bg-base-100 p-4 sm:p-8">
      <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <span className="badge badge-soft badge-primary">{t(`enum:questionType.${question.type}`)}</span>
        <span className="me-auto">{t('exam:hall.worth', { score: question.score })}</span>
        {other && (
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            aria-keyshortcuts="L"
            onClick={() => switchLang(hall.choices, question, locale)}
          >
            <Icon name="globe" className="size-4" />
            {t(`exam:hall.showIn.${other}`)}
          </button>
        )}
        <button
          type="button"
          className={`btn btn-ghost btn-sm ${note ? 'text-primary' : ''}`}
          aria-expanded={isNoting || note !== ''}
          aria-keyshortcuts="O"
          onClick={() => onNote(!isNoting)}
        >
          <Icon name="edit" className="size-4" />
          <span className="max-sm:sr-only">{t('exam:hall.note')}</span>
        </button>
        <button
          type="button"
          className={`btn btn-ghost btn-sm ${flagged ? 'text-warning' : ''}`}
          aria-pressed={flagged}
          aria-keyshortcuts="M"
          disabled={disabled}
          onClick={() => hall.flag(questionId)}
        >
          <Icon name="flag" className="size-4" />
          <span className="max-sm:sr-only">{t(flagged ? 'exam:hall.unflag' : 'exam:hall.flag')}</span>
        </button>
      </div>
      <fieldset disabled={disabled} className="min-w-0" lang={lang ?? undefined}>
        <legend className="mb-5 w-full text-lg leading-relaxed font-medium">
          <span className="flex items-baseline gap-2">
            <span className="shrink-0 tabular-nums">{number}.</span>
            <span className="min-w-0 flex-1">
              <QuestionText
                text={question.type === 'blank' ? splitBlanks(shown.stem).join(' ____ ') : shown.stem}
                html={shown.html.stem}
              />
            </span>
          </span>
        </legend>
        <QuestionPictures html={shown.html} />
        <AnswerInput
          question={shown}
          answer={answer}
          struck={choices.struck[questionId] ?? []}
          set={(value, delay) => hall.answer(questionId, value, delay, lang)}
          onStrike={(value) => toggleStrike(hall.choices, questionId, value)}
        />
      </fieldset>
      {rejected && (
        <p role="alert" className="alert alert-warning mt-5">
          {t('exam:hall.rejected.here')} {t(`exam:rejected.${rejected}`)}
        </p>
      )}
      {(isNoting || note !== '') && (
        <QuestionNote {...{ number, note }} isNew={isNoting} choices={hall.choices} questionId={questionId} />
      )}
    </article>
  );
}

function withMedia(question: PaperItem, media: ReadonlyMap<string, string>): PaperItem {
  const { stem, options } = question.html;
  return {
    ...question,
    html: {
      ...(stem !== undefined && { stem: withLoaded(stem, media) }),
      ...(options && {
        options: Object.fromEntries(Object.entries(options).map(([key, text]) => [key, withLoaded(text, media)])),
      }),
    },
  };
}
