import { createHmac } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import type * as Receipt from './receipt.ts';

const SECRET = 's'.repeat(32);
let receipt: typeof Receipt;
beforeAll(async () => {
  vi.stubEnv('APP_SECRET', SECRET);
  receipt = await import('./receipt.ts');
});

const closed = {
  attemptId: 'a1',
  answers: { q2: ['A', 'C'], q1: 'B' },
  answerCount: 2,
  serverTime: new Date('2026-06-01T10:00:00Z'),
};

it('is an HMAC of the canonical JSON of the submission', () => {
  const text =
    'receipt\n{"answerCount":2,"answers":{"q1":"B","q2":["A","C"]},"attemptId":"a1","serverTime":"2026-06-01T10:00:00.000Z"}';
  expect(receipt.signReceipt(closed)).toBe(createHmac('sha256', SECRET).update(text).digest('hex'));
});

it('depends on every field, but not on the order of the answers', () => {
  const { signReceipt } = receipt;
  const first = signReceipt(closed);
  expect(signReceipt({ ...closed, answers: { q1: 'B', q2: ['A', 'C'] } })).toBe(first);
  const others = [
    { attemptId: 'a2' },
    { answers: { ...closed.answers, q1: 'A' } },
    { answers: { ...closed.answers, q2: ['C', 'A'] } },
    { answerCount: 1 },
    { serverTime: new Date('2026-06-01T10:00:00.001Z') },
  ];
  expect(new Set(others.map((other) => signReceipt({ ...closed, ...other }))).size).toBe(others.length);
  for (const other of others) expect(signReceipt({ ...closed, ...other })).not.toBe(first);
});

it('is read from the attempt, and empty if there is none', () => {
  const submittedAt = new Date();
  expect(receipt.receiptOf({ id: 'a1', answerCount: 2, submittedAt, receipt: 'f0' })).toEqual({
    attemptId: 'a1',
    answerCount: 2,
    serverTime: submittedAt,
    hmac: 'f0',
  });
  expect(receipt.receiptOf({ id: 'a1', answerCount: null, submittedAt, receipt: null })).toMatchObject({
    answerCount: 0,
    hmac: '',
  });
});
