import { useState } from 'react';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { chosen, optionValues, shownLang, type PaperItem } from './answer.ts';
import { switchLang, toggleStrike } from './choice-actions.ts';
import { GoToDialog } from './GoToDialog.tsx';
import { useHallKeys, type KeyAction } from './hall-keys.ts';
import type { Hall } from './hall.store.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

/** Key of localStorage: `off` if this person uses no single keys. */
const SETTING = 'exam-keys';

type Props = {
  hall: Hall;
  questions: PaperItem[];
  current: number;
  /** The question cannot be answered now. */
  disabled: boolean;
  isHelpOpen: boolean;
  onHelp: (isOpen: boolean) => void;
  onGo: (index: number) => void;
  onNote: () => void;
  onPad: () => void;
};

/** The keys of the exam screen: what they do, their dialogs, and what they have done, for screen readers. */
export function HallKeyboard({ hall, questions, current, disabled, isHelpOpen, ...on }: Props) {
  const t = useT();
  const locale = useLocale();
  const [isOn, setOn] = useState(isSetOn);
  const [isGoing, setGoing] = useState(false);
  const [isStriking, setStriking] = useState(false);
  const [said, setSaid] = useState('');
  const question = questions[current]!;

  function pick(index: number): void {
    const value = optionValues(question)[index];
    if (value === undefined || disabled) return;
    const { questionId } = question;
    const option = question.type === 'judge' ? t(`exam:hall.${value}`) : value;
    if (isStriking) {
      toggleStrike(hall.choices, questionId, value);
      const isStruck = hall.choices.$choices.get().struck[questionId]?.includes(value);
      setSaid(t(isStruck ? 'exam:hall.keys.didStrike' : 'exam:hall.keys.didUnstrike', { option }));
      return;
    }
    const { lang, langs } = hall.choices.$choices.get();
    const answer = chosen(question, hall.$answers.get()[questionId] ?? null, value);
    hall.answer(questionId, answer, 0, shownLang(question, [langs[questionId], lang, locale]));
    const isChosen = !Array.isArray(answer) || answer.includes(value);
    setSaid(t(isChosen ? 'exam:hall.keys.didChoose' : 'exam:hall.keys.didUnchoose', { option }));
  }

  function run(action: KeyAction): void {
    setStriking(action.do === 'strike' && !isStriking && optionValues(question).length > 0);
    switch (action.do) {
      case 'previous':
      case 'next':
        return on.onGo(current + (action.do === 'next' ? 1 : -1));
      case 'goTo':
        return setGoing(true);
      case 'choose':
        return pick(action.index);
      case 'flag':
        if (disabled) return;
        hall.flag(question.questionId);
        return setSaid(
          t(hall.$flags.get()[question.questionId] ? 'exam:hall.keys.didFlag' : 'exam:hall.keys.didUnflag'),
        );
      case 'language':
        return switchLang(hall.choices, question, locale);
      case 'note':
        return on.onNote();
      case 'pad':
        return on.onPad();
      case 'help':
        return on.onHelp(true);
      case 'strike':
      case 'cancel':
    }
  }
  useHallKeys(isOn, run);

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isStriking && (
        <p role="status" className="page">
          <span className="mt-4 alert alert-info">{t('exam:hall.keys.striking')}</span>
        </p>
      )}
      {isGoing && (
        <GoToDialog
          total={questions.length}
          onClose={() => setGoing(false)}
          onGo={(number) => {
            setGoing(false);
            on.onGo(number - 1);
          }}
        />
      )}
      {isHelpOpen && (
        <ShortcutsDialog
          isOn={isOn}
          onSwitch={(next) => {
            setOn(next);
            keepSetting(next);
          }}
          onClose={() => on.onHelp(false)}
        />
      )}
    </>
  );
}

function isSetOn(): boolean {
  try {
    return localStorage.getItem(SETTING) !== 'off';
  } catch {
    // On the server, and where storage is blocked.
    return true;
  }
}

function keepSetting(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(SETTING);
    else localStorage.setItem(SETTING, 'off');
  } catch (error) {
    console.warn(error);
  }
}
