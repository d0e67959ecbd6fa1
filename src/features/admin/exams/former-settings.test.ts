import { expect, test } from 'vitest';
import type { Choices } from './exam-settings.ts';
import { formerSettings, hasFormer } from './former-settings.ts';

const choices = {
  ...{ banks: [{ id: 'bank' }], courses: [{ id: 'course' }], certificates: [{ id: 'certificate' }], tasks: [] },
  ...{ departments: [], markers: [] },
} as unknown as Choices;
const section = { title: 'A', bankId: 'bank', limitSeconds: null };
const entry = (...names: string[]) => ({
  ...{ action: 'exam.changed', gmtCreate: '2026-11-28T02:00:00.000Z', changes: names.map((name) => ({ name })) },
});

test('are complete, in part or not there, as far as the fields offer them', () => {
  const values = {
    ...{ intro: null, courseId: 'course', certificateId: 'gone', certificateCourses: ['course', 'gone'] },
    ...{ certificateTasks: [], sections: [section, { ...section, bankId: 'gone' }], questions: [], passScore: 7 },
  };
  const found = formerSettings(
    entry(...Object.keys(values), 'markerIds'),
    { values, lostQuestions: 1 },
    { choices, isAdmin: true },
  );
  expect(found).toEqual({
    at: '2026-11-28T02:00:00.000Z',
    values: {
      ...{ intro: '', courseId: 'course', certificateCourses: ['course'], certificateTasks: [], questions: [] },
      ...{ sections: [section, { ...section, bankId: 'gone' }].map((each) => ({ ...each, limitSeconds: 0 })) },
      passScore: 7,
    },
    whole: ['intro', 'courseId', 'certificateTasks', 'passScore'],
    partly: ['certificateCourses', 'sections', 'questions'],
    lost: ['certificateId', 'markerIds'],
  });
});

test('leave rewards to administrators', () => {
  const read = { values: { points: 5, passScore: 7 }, lostQuestions: 0 };
  const ofLecturer = formerSettings(entry('points', 'passScore'), read, { choices, isAdmin: false });
  expect(ofLecturer).toMatchObject({ values: { passScore: 7 }, whole: ['passScore'], lost: ['points'] });
  const change = (name: string) => ({ ...entry(), changes: [{ name, before: 1, after: 2 }] });
  expect([true, false].map((isAdmin) => hasFormer(change('points'), isAdmin))).toEqual([true, false]);
});

test('are offered for changes of settings with a value from before', () => {
  expect(hasFormer(entry('sections'), true)).toBe(false);
  expect(hasFormer({ ...entry(), changes: [{ name: 'sections', isKept: true }] }, true)).toBe(true);
  const changes = [{ name: 'intro', before: null, after: 'A' }];
  expect(hasFormer({ ...entry(), changes }, true)).toBe(true);
  expect(hasFormer({ action: 'exam.created', changes }, true)).toBe(false);
});
