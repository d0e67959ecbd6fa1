import { expect, test } from 'vitest';
import { isPhone, maskPhone, plainDigits, plainNumber } from './phone.ts';

test.each([
  ['13800000001', '13800000001'],
  [' 138 0000-0001 ', '13800000001'],
  ['+86 138 0000 0001', '13800000001'],
  ['0086 13800000001', '13800000001'],
  ['１３８００００００01', '13800000001'],
  ['＋852 9123 4567', '+85291234567'],
  ['00852-9123-4567', '+85291234567'],
  ['+1 (415) 555-0123', '+14155550123'],
  ['123 456', '123456'],
  ['+1 555', '+1555'],
  ['000123', '000123'],
])('plainNumber(%j) is %s', (typed, plain) => {
  expect(plainNumber(typed)).toBe(plain);
});

test.each([
  ['004290', '004290'],
  ['００42-90 ', '004290'],
  ['+86 123', '+86123'],
])('plainDigits(%j) is %s: no phone number', (typed, plain) => {
  expect(plainDigits(typed)).toBe(plain);
});

test.each(['13800000001', '19900000001', '+85291234567', '+14155550123', '+4712345678'])('isPhone(%j)', (phone) => {
  expect(isPhone(phone)).toBe(true);
});

test.each([
  '23800000001',
  '12800000001',
  '1380000000',
  '138000000011',
  '',
  '85291234567',
  '+8613800000001',
  '+862112345678',
  '+0123456789',
  '+1234567',
  '+1234567890123456',
  '+852 9123 4567',
])('not isPhone(%j)', (phone) => {
  expect(isPhone(phone)).toBe(false);
});

test.each([
  ['13800000001', '138****0001'],
  ['+85291234567', '+852****4567'],
])('maskPhone(%j) is %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked);
});
