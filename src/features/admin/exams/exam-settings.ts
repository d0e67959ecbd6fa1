import type { OperationInput } from '#src/contract/calls.ts';
import type { Data } from '#src/contract/calls.ts';

export type Choices = Data<'GET /exam/auth/exam/admin/choices'>;
export type Stored = Data<'GET /exam/auth/exam/admin/view'>;
export type Chosen = Stored['questions'][number];
type Input = OperationInput<'POST /exam/auth/exam/admin/save'>;
/** How short answers are marked: the editor sends all of it. */
type Marking = Required<
  Pick<
    Input,
    | 'markers'
    | 'markTolerance'
    | 'markStep'
    | 'blindMarking'
    | 'publishMarks'
    | 'markerGroup'
    | 'markerIds'
    | 'appealDays'
  >
>;
/** The settings while they are edited. Questions have their stems, to be shown. */
export type Settings = Omit<Input, 'questions' | keyof Marking> & Marking & { questions: Chosen[] };
export type Section = Settings['sections'][number];
export type EditorProps = {
  settings: Settings;
  change: (change: Partial<Settings>) => void;
  errors: Record<string, string>;
  choices: Choices;
  timeZone: string;
  /** Lecturers set neither rewards nor certificates. */
  isAdmin: boolean;
};

const DAY = 86_400_000;

/** Settings of a new exam. @param now ISO 8601, of the server */
export function newSettings(now: string, choices: Choices): Settings {
  const hour = Math.ceil(Date.parse(now) / 3_600_000) * 3_600_000;
  return {
    ...{ title: '', intro: null, courseId: null, limitSeconds: 3600, passScore: 60, maxAttempts: 1, waitSeconds: 0 },
    ...{ countedAttempt: 'best', stopAfterPass: true, reviewPolicy: 'after_last', reviewEarly: false },
    ...{ switchPolicy: 'warn', switchLimit: 3, audience: 'everyone', paperKind: 'drawn', equalDifficulty: false },
    ...{ shuffleQuestions: true, shuffleOptions: true, certificateId: null, departments: [], credits: 0, points: 0 },
    ...{ certificateWay: 'automatic', certificateScore: null, certificateMonths: null },
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
    ...{ difficulty: null, topic: null, tag: null, count: 10, scoreEach: 10, limitSeconds: null },
  };
}

/** What `save` takes of the stored settings. */
export function editable({ published: _, running: __, marksGiven: ___, ...settings }: Stored): Settings {
  return { ...settings, sections: settings.sections };
}

/** The settings as they are sent. */
export function toInput({ questions, ...settings }: Settings): OperationInput<'POST /exam/auth/exam/admin/save'> {
  return {
    ...settings,
    questions: questions.map(({ questionId, section, score }) => ({ questionId, section, score })),
  };
}

/** Full score of the paper. */
export function totalOf({ paperKind, sections, questions }: Settings): number {
  const scores =
    paperKind === 'fixed'
      ? questions.map(({ score }) => score)
      : sections.map(({ count, scoreEach }) => count * scoreEach);
  return Math.round(scores.reduce((sum, score) => sum + score, 0) * 100) / 100;
}
