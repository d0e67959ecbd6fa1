import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { Icon } from '#src/components/Icon.tsx';
import { Progress } from '#src/components/Progress.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { RegistrationForm } from './RegistrationForm.tsx';
import { StatusBox } from './StatusBox.tsx';

type Mine = Data<'GET /course/auth/project/info/view'>;
type Props = {
  project: { id: string; title: string };
  /** Null for visitors. */
  mine:
    | (Pick<Mine, 'projectState' | 'rejection' | 'status' | 'studyProgress'> & {
        /** Courses and exams that count for the project, and how many of them are complete. */
        done: number;
        all: number;
        /** Path of the course or exam to continue with. */
        nextPath: string | null;
        /** When the project begins, in words, if it has not begun. */
        begins: string | null;
      })
    | null;
  /** URL of the login page that returns here. */
  login: string;
  /** Error if the reason for applying again is missing. */
  required: string;
};

const START = {
  notStarted: 'course:start',
  learning: 'course:continue',
  completed: 'course:again',
  overdue: 'course:continue',
};

/** The viewer's next action for a learning project: log in, register, wait, apply again, continue. */
export default island(function ProjectAction({ project, mine, login, required }: Props) {
  const t = useT();
  const locale = useLocale();
  const [projectState, setState] = useState(mine?.projectState);

  const register = async (note: string | undefined) => {
    const input = { projectId: project.id, note };
    const answer = await api('POST /course/auth/project/registration/save', input, { isShowErrTip: false });
    setState(answer.projectState);
  };

  return (
    <div className="flex flex-col gap-3">
      {mine && projectState === 'open' && (
        <div className="flex flex-col gap-1">
          <p className="flex justify-between gap-3 text-sm text-muted">
            <span>{t(`enum:learningState.${mine.status}`)}</span>
            <span>{t('course:project.done', { done: mine.done, all: mine.all })}</span>
          </p>
          <Progress value={mine.studyProgress} label={t('course:progressOf', { title: project.title })} />
        </div>
      )}
      {!mine ? (
        <>
          <a className="btn btn-primary btn-block" href={login}>
            {t('course:loginToStudy')}
          </a>
          <p className="text-center text-sm text-muted">{t('course:pleaseLogIn')}</p>
        </>
      ) : projectState === 'registerFirst' ? (
        <>
          <RegistrationForm again={false} required={required} send={register} />
          <p className="text-center text-sm text-muted">{t('course:project.registerFirst')}</p>
        </>
      ) : projectState === 'registrationPending' ? (
        <StatusBox icon="clock" focused={mine.projectState !== projectState}>
          {t('course:project.pending')}
        </StatusBox>
      ) : projectState === 'registrationRejected' ? (
        <>
          <StatusBox icon="lock" focused={false}>
            <p>{t('course:project.rejected')}</p>
            {mine.rejection?.reason && (
              <p className="mt-1 break-words text-muted">
                {t('course:project.reason', { reason: mine.rejection.reason })}
              </p>
            )}
          </StatusBox>
          {mine.rejection?.mayAskAgain && (
            <RegistrationForm again required={required} label={t('course:registerNote.again')} send={register} />
          )}
        </>
      ) : mine.begins ? (
        <StatusBox icon="clock" focused={false}>
          {t('course:project.opensAt', { date: mine.begins })}
        </StatusBox>
      ) : (
        mine.nextPath && (
          <a className="btn btn-primary btn-block" href={href(locale, mine.nextPath)}>
            <Icon name="play" />
            {t(START[mine.status])}
          </a>
        )
      )}
    </div>
  );
});
