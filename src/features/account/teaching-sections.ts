import type { IconName } from '#src/components/icons.ts';
import type { Call, Data } from '#src/contract/calls.ts';

/** Operations that list what waits for the user, in the shape of `WaitingPage`. */
export type WaitingCall = Extract<Call, `POST ${string}/waiting/page`>;
export type Waiting = Data<'POST /course/auth/appeal/waiting/page'>['list'][number];

type Section = {
  call: WaitingCall;
  icon: IconName;
  /** Title: a text of `teaching:section`. */
  title: string;
  /** Where the whole list is, without language prefix, if it has a page. */
  all?: string;
  /** The whole list is a page for lecturers and administrators only. */
  forLecturers?: boolean;
};

/**
 * What waits for lecturers, mentors and superiors, in the order of the Teaching panel. A domain adds its list with one line
 * here, an operation `…/waiting/page` that answers an empty page to everybody else, and a text `teaching:section.…`.
 */
export const SECTIONS: readonly Section[] = [
  {
    call: 'POST /course/auth/study/practice/waiting/page',
    icon: 'task',
    title: 'practice',
    all: '/account?change=6&flow=todo&flowType=practicalOperation',
  },
  {
    call: 'POST /course/auth/appeal/waiting/page',
    icon: 'info',
    title: 'appeal',
    all: '/account?change=6&flow=todo&flowType=appeal',
  },
  {
    call: 'POST /exam/auth/exam/marking/waiting/page',
    icon: 'exam',
    title: 'marking',
    all: '/test/marking',
    forLecturers: true,
  },
  {
    call: 'POST /course/auth/evaluation/waiting/page',
    icon: 'chart',
    title: 'evaluation',
    all: '/account/evaluations',
  },
  {
    call: 'POST /course/auth/training/waiting/page',
    icon: 'calendar',
    title: 'training',
    all: '/account/sessions',
    forLecturers: true,
  },
  {
    call: 'POST /course/auth/live/waiting/page',
    icon: 'video',
    title: 'live',
    all: '/account/live',
    forLecturers: true,
  },
  { call: 'POST /course/auth/coaching/waiting/page', icon: 'users', title: 'coaching', all: '/account/coaching' },
  {
    call: 'POST /course/auth/questionnaire/waiting/page',
    icon: 'list',
    title: 'questionnaire',
    all: '/account/questionnaires',
    forLecturers: true,
  },
  { call: 'POST /community/auth/post/waiting/page', icon: 'talk', title: 'question' },
  {
    call: 'POST /user/auth/notice/unreached/waiting/page',
    icon: 'bell',
    title: 'unreached',
    all: '/account/requirements',
  },
];

/** Rows shown of each section. */
const SHOWN = 5;

/** The calls of the sections. */
export const waitingPages = () => SECTIONS.map(({ call }) => [call, { pageSize: SHOWN }] as const);
