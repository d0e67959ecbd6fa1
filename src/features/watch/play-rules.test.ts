import { describe, expect, it } from 'vitest';
import { nextSpeed, playLimit, type Question, questionAt, speeds } from './play-rules.ts';

const ANSWER = { chosen: ['A'], isRight: true, attempts: 1, rightKeys: ['A'], explanation: null };
const question = (atSecond: number, more: Partial<Question> = {}): Question => ({
  ...{ id: String(atSecond), atSecond, kind: 'single', stem: '', options: [], required: true, answer: null },
  ...more,
});
const free = { noSkipping: false, completed: false, watched: [] };

describe('playLimit', () => {
  it('is the first required question without answer', () => {
    const questions = [question(10, { answer: ANSWER }), question(20, { required: false }), question(30), question(40)];
    expect(playLimit(questions, free)).toEqual({ second: 30, reason: 'question' });
    expect(playLimit([], free)).toBeNull();
  });

  it('is what was watched from the start, if the course forbids skipping', () => {
    const strict = { ...free, noSkipping: true };
    expect(playLimit([], { ...strict, watched: [[0, 25]] })).toEqual({ second: 25, reason: 'skipping' });
    expect(playLimit([], { ...strict, watched: [[50, 60]] })).toEqual({ second: 0, reason: 'skipping' });
    expect(playLimit([question(20)], { ...strict, watched: [[0, 25]] })).toEqual({ second: 20, reason: 'question' });
    expect(playLimit([question(40)], { ...strict, watched: [[0, 25]] })).toEqual({ second: 25, reason: 'skipping' });
  });

  it('ends with the completion', () => {
    expect(playLimit([question(20)], { noSkipping: true, completed: true, watched: [] })).toBeNull();
  });
});

describe('questionAt', () => {
  const at = (before: number, now: number, completed = false) => ({ before, now, completed });

  it('asks a required question however its second was reached, until it is answered', () => {
    expect(questionAt([question(20)], at(19.8, 20.1), new Set())?.id).toBe('20');
    expect(questionAt([question(20)], at(0, 90), new Set())?.id).toBe('20');
    expect(questionAt([question(20)], at(10, 19.9), new Set())).toBeNull();
    expect(questionAt([question(20, { answer: ANSWER })], at(19.8, 20.1), new Set())).toBeNull();
  });

  it('asks an optional question, or any of a complete video, only when played through, and once', () => {
    const optional = [question(20, { required: false })];
    expect(questionAt(optional, at(19.8, 20.1), new Set())?.id).toBe('20');
    expect(questionAt(optional, at(0, 90), new Set())).toBeNull();
    expect(questionAt(optional, at(19.8, 20.1), new Set(['20']))).toBeNull();
    expect(questionAt([question(20)], at(0, 90, true), new Set())).toBeNull();
  });
});

describe('speeds', () => {
  it('end with the highest one of the course', () => {
    expect(speeds(2)).toEqual([0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]);
    expect(speeds(1.2)).toEqual([0.5, 0.75, 1, 1.2]);
    expect(speeds(1)).toEqual([0.5, 0.75, 1]);
    expect([nextSpeed(1, 1, 2), nextSpeed(2, 1, 2), nextSpeed(0.5, -1, 2), nextSpeed(1, -1, 2)]).toEqual([
      1.25, 2, 0.5, 0.75,
    ]);
  });
});
