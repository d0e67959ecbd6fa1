import { type FieldPath, useFormContext, useWatch } from 'react-hook-form';
import type { Data, OperationInput } from '#src/contract/calls.ts';

export type Choices = Data<'GET /exam/auth/exam/admin/choices'>;
export type Stored = Data<'GET /exam/auth/exam/admin/view'>;
type Input = OperationInput<'POST /exam/auth/exam/admin/save'>;
/** The settings while they are edited. Questions have their stems, to be shown; no text and no limit are empty, not null. */
export type Settings = Omit<
  Stored,
  'id' | 'revision' | 'published' | 'running' | 'marksGiven' | 'intro' | 'sections'
> & { intro: string; sections: Section[] };
export type Section = Omit<Stored['sections'][number], 'limitSeconds'> & { limitSeconds: number };
export type EditorProps = {
  choices: Choices;
  timeZone: string;
  /** Lecturers set neither rewards nor certificates. */
  isAdmin: boolean;
};

const DAY = 86_400_000;

/** The form that the fields of an exam are in. */
export const useExamForm = () => useFormContext<Settings>();
/** The present value of a setting. */
export const useSetting = <N extends FieldPath<Settings>>(name: N) => useWatch<Settings, N>({ name });

/** Settings of a new exam. @param now ISO 8601, of the server */
export function newSettings(now: string, choices: Choices): Settings {
  const hour = Math.ceil(Date.parse(now) / 3_600_000) * 3_600_000;
  return {
    ...{ title: '', intro: '', courseId: null, limitSeconds: 3600, passScore: 60, maxAttempts: 1, waitSeconds: 0 },
    ...{ countedAttempt: 'best', stopAfterPass: true, reviewPolicy: 'after_last', reviewEarly: false },
    ...{ switchPolicy: 'warn', switchLimit: 3, audience: 'everyone', paperKind: 'drawn', equalDifficulty: false },
    ...{ shuffleQuestions: true, shuffleOptions: true, certificateId: null, departments: [], credits: 0, points: 0 },
    ...{ certificateWay: 'automatic', certificateScore: null, certificateMonths: null, practice: false },
    ...{ certificateCourses: [], certificateTasks: [] },
    ...{ markers: 1, markTolerance: 0, markStep: 0.5, blindMarking: false, publishMarks: 'at_once' },
    ...{ markerGroup: 'lecturers', markerIds: [], appealDays: 30 },
    windowStart: new Date(hour).toISOString(),
    windowEnd: new Date(hour + 7 * DAY).toISOString(),
    sections: choices.banks.length > 0 ? [newSection(choices, [])] : [],
    questions: [],
    resits: [],
  };
}

/** A section after `sections`: from the bank of the last one, at first from the largest. */
export function newSection({ banks }: Choices, sections: Section[]): Section {
  const largest = banks.reduce((most, bank) => (bank.questionCount > most.questionCount ? bank : most));
  return {
    ...{ title: String(sections.length + 1), bankId: sections.at(-1)?.bankId ?? largest.id, type: 'single' },
    ...{ difficulty: null, topic: null, tag: null, count: 10, scoreEach: 10, limitSeconds: 0 },
  };
}

/** A resit of one day, a week after the last window. */
export function newResit({ windowEnd, resits }: Settings): Settings['resits'][number] {
  const begins = Date.parse(resits.at(-1)?.windowEnd ?? windowEnd) + 7 * DAY;
  return {
    windowStart: new Date(begins).toISOString(),
    windowEnd: new Date(begins + DAY).toISOString(),
    attempts: 1,
  };
}

/** A stored exam as the editor has it. */
export function versionOf<E extends Stored>(exam: E): { values: Settings; revision: number; exam: E } {
  const { id: _, revision, published: __, running: ___, marksGiven: ____, ...settings } = exam;
  const sections = settings.sections.map((section) => ({ ...section, limitSeconds: section.limitSeconds ?? 0 }));
  return { values: { ...settings, intro: settings.intro ?? '', sections }, revision, exam };
}

/** The settings as they are sent. */
export function toInput({ intro, sections, questions, ...settings }: Settings): Input {
  return {
    ...settings,
    intro: intro || null,
    sections: sections.map((section) => ({ ...section, limitSeconds: section.limitSeconds || null })),
    questions: questions.map(({ questionId, section, score }) => ({ questionId, section, score })),
  };
}

/** Full score of the paper. */
export function totalOf({ paperKind, sections, questions }: Pick<Settings, 'paperKind' | 'sections' | 'questions'>) {
  const scores =
    paperKind === 'fixed'
      ? questions.map(({ score }) => score)
      : sections.map(({ count, scoreEach }) => count * scoreEach);
  return Math.round(scores.reduce((sum, score) => sum + score, 0) * 100) / 100;
}
