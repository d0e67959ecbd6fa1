import { expect, test } from 'vitest';
import { answerTo, type Question } from './answer-to.ts';
import { changesDevice, planOf } from './candidate-plan.ts';

const DAY = { enter: 60, saveEvery: 15, answer: 120, submit: 60 };
const COUNT = 1_000;
const plans = Array.from({ length: COUNT }, (_, n) => planOf(n, COUNT, DAY));

test('all begin to enter and to submit five seconds before the time for it is over', () => {
  for (const { examPageAt, startAt, submitAt } of plans) {
    expect(examPageAt).toBeGreaterThanOrEqual(0);
    expect(startAt).toBeGreaterThan(examPageAt);
    expect(startAt).toBeLessThan(55);
    expect(submitAt).toBeGreaterThanOrEqual(180);
    expect(submitAt).toBeLessThan(235);
  }
  expect(planOf(9, 10, { ...DAY, enter: 5 }).startAt).toBeLessThan(2.5);
});

test('saves and beats go on in all phases, each at its own moments', () => {
  const inSpan = (moments: number[], from: number, to: number) =>
    moments.filter((at) => at >= from && at < to).length / (to - from);
  const saves = plans.flatMap((plan) => plan.saves.map(({ at }) => at));
  const beats = plans.flatMap(({ beats: moments }) => moments);
  expect(inSpan(saves, 60, 180) / (COUNT / 15)).toBeCloseTo(1, 1);
  expect(inSpan(beats, 60, 180) / (COUNT / 20)).toBeCloseTo(1, 1);
  // Half of them are there on average.
  expect(inSpan(saves, 5, 55) / (COUNT / 15)).toBeCloseTo(0.5, 1);
  expect(inSpan(saves, 180, 235) / (COUNT / 15)).toBeCloseTo(0.5, 1);
  for (const { startAt, submitAt, saves: own, beats: signs } of plans)
    for (const at of [...own.map((save) => save.at), ...signs]) expect(at > startAt && at < submitAt).toBe(true);
  expect(
    new Set(plans.map(({ startAt, saves: [first] }) => ((first!.at - startAt) * 10).toFixed(0))).size,
  ).toBeGreaterThan(100);
});

test('some leave, change their device, and submit new answers', () => {
  const all = plans.flatMap(({ saves }) => saves);
  const leaving = all.filter(({ awaySeconds }) => awaySeconds !== null);
  expect(leaving.length / all.length).toBeGreaterThan(0.01);
  expect(leaving.length / all.length).toBeLessThan(0.03);
  for (const { saves, submitAt } of plans)
    for (const { at, awaySeconds } of saves) expect(at + (awaySeconds ?? 0)).toBeLessThan(submitAt);
  expect(plans.filter(({ takeOverAt }) => takeOverAt !== null)).toHaveLength(10);
  expect(planOf(7, 8, DAY).takeOverAt).not.toBeNull();
  expect(changesDevice(8)).toBe(false);
  const pending = plans.filter((plan) => plan.pending > 0).length / COUNT;
  expect(pending).toBeGreaterThan(0.25);
  expect(pending).toBeLessThan(0.35);
});

test('all look at their result within 20 s, or a share of them', () => {
  for (const { resultAfter } of plans) expect(resultAfter! >= 0 && resultAfter! < 20).toBe(true);
  const half = plans.map((_, n) => planOf(n, COUNT, { ...DAY, resultShare: 0.5 }));
  expect(half.filter(({ resultAfter }) => resultAfter !== null).length / COUNT).toBeCloseTo(0.5, 1);
  expect(planOf(0, COUNT, { ...DAY, resultShare: 0 }).resultAfter).toBeNull();
});

test('a candidate does the same in each run', () => {
  expect(planOf(17, COUNT, DAY)).toEqual(plans[17]);
});

test('short answers have 100 to 900 characters, in two languages', () => {
  const question = { type: 'short', options: [], blanks: 0 } as unknown as Question;
  const texts = Array.from({ length: 1_000 }, (_, n) => answerTo(question, n) as string);
  const lengths = texts.map(({ length }) => length);
  expect(Math.min(...lengths)).toBe(100);
  expect(Math.max(...lengths)).toBeGreaterThan(890);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(900);
  expect(texts.filter((text) => /[一-鿿]/.test(text) && /[a-z]/.test(text)).length).toBeGreaterThan(950);
  expect(new Set(texts).size).toBe(1_000);
});
