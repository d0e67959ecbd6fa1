import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Code, item, Line, Moment, Phone, Whole } from '#src/server/pack/fields.ts';
import type { Mistake } from '../pack/located.ts';
import { readYaml } from './yaml-file.ts';

const Anything = z.any();
function read(text: string, schema: z.ZodType = Anything) {
  const mistakes: Mistake[] = [];
  const located = readYaml('f.yaml', text, schema, (mistake) => mistakes.push(mistake));
  return { located, lines: mistakes.map(({ line, message }) => `${line} ${message}`) };
}

/** Returns the advice for a text with one syntax error, and what the corrected line is read as. */
function advice(text: string) {
  const { located, lines } = read(text);
  expect(located).toBeUndefined();
  expect(lines).toHaveLength(1);
  const [first, shown, write] = lines[0]!.split('\n');
  return { first, shown: shown?.trim(), write: write?.replace(/^ +write: /, '') };
}

describe('a syntax error', () => {
  it.each([
    ['title: Fire: basics', 'a text that contains ": " must be quoted', 'title: "Fire: basics"', 'Fire: basics'],
    [
      'title: “Fire: basics” # x',
      'a text that contains ": " must be quoted',
      'title: "“Fire: basics”"',
      '“Fire: basics”',
    ],
    [
      'title: Part "1": basics',
      'a text that contains ": " must be quoted',
      `title: 'Part "1": basics'`,
      'Part "1": basics',
    ],
    [
      'title: "Fire" basics',
      'a text with quotes in it must be quoted as a whole',
      `title: '"Fire" basics'`,
      '"Fire" basics',
    ],
    ["title: 'It's hot'", 'a text with quotes in it must be quoted as a whole', `title: "It's hot"`, "It's hot"],
    ['title: [draft] Fire', 'a text that starts with "[" must be quoted', 'title: "[draft] Fire"', '[draft] Fire'],
    ['title: @home', 'a text that starts with "@" must be quoted', 'title: "@home"', '@home'],
    ['title: *bold*', 'a text that starts with "*" must be quoted', 'title: "*bold*"', '*bold*'],
    ['title: !important', 'a text that starts with "!" must be quoted', 'title: "!important"', '!important'],
    ['title: > 5 meters', 'a text that starts with ">" must be quoted', 'title: "> 5 meters"', '> 5 meters'],
    ['title: - Fire', 'a text that starts with "- " must be quoted', 'title: "- Fire"', '- Fire'],
    ['title:Fire', 'write a space after the colon of a key', 'title: Fire', 'Fire'],
    ['title：Fire', 'write the half-width colon ":" and a space after a key', 'title: Fire', 'Fire'],
  ])('in %s is explained', (line, message, write, value) => {
    const found = advice(`code: fire\n${line}\nother: 1\n`);
    expect(found.first).toMatch(/^2 is not well-formed YAML \(column \d+\): /);
    expect(found.first).toContain(message);
    expect(found.shown).toBe(`line:  ${line}`);
    expect(found.write).toBe(write);
    expect(read(`code: fire\n${found.write}\nother: 1\n`).located?.raw).toEqual({
      code: 'fire',
      title: value,
      other: 1,
    });
  });

  it.each([
    ['a:\n\tb: 1\n', '2 is not well-formed YAML (column 1): indent with spaces, not with a tab'],
    ['a: 1\nb: 2\na: 3\n', '3 is not well-formed YAML (column 1): the key "a" is already in line 1'],
    ['a: "x\nb: 2\n', '1 is not well-formed YAML (column 4): the quote that opens here is not closed'],
    ['a: 1\n---\nb: 1\n', '2 is not well-formed YAML (column 1): the file ends before this line; remove it'],
    [
      'a: x\n  b: 2\n',
      '1 is not well-formed YAML (column 4): the next line is indented further than the text before it: b: 2',
    ],
    ['l:\n  - a: 1\n   b: 2\n', expect.stringContaining('3 is not well-formed YAML (column 1): check the indentation')],
    ['l: { a: !x }\n', '1 is not well-formed YAML (column 9): a text that starts with "!" must be quoted'],
    ['l: { a: @x }\n', '1 is not well-formed YAML (column 9): a text that starts with "@" must be quoted'],
    ['l: [{ key: A, text: Fire: hot }]\n', expect.stringContaining('a text that contains ": " must be quoted')],
  ])('in %j is explained', (text, message) => {
    const found = advice(text);
    expect(found.first).toEqual(message);
    expect(found.write).toBeUndefined();
  });
});

it('a long line is cut off', () => {
  const [, shown, write] = read(`title: Fire: ${'x'.repeat(5_000)}\n`).lines[0]!.split('\n');
  expect(shown).toHaveLength(4 + 'line:  '.length + 161);
  expect(write).toHaveLength(4 + 'write: '.length + 161);
});

it('aliases that multiply are refused', () => {
  const levels = Array.from({ length: 9 }, (_, n) => `l${n + 1}: &l${n + 1} [${`*l${n}, `.repeat(9)}*l${n}]`);
  expect(read(`l0: &l0 x\n${levels.join('\n')}\n`).lines).toEqual([
    '1 is not well-formed YAML: Excessive alias count indicates a resource exhaustion attack',
  ]);
});

describe('a value that YAML reads as something else', () => {
  const Schema = item({
    color: Line.optional(),
    code: Code.optional(),
    title: Line.optional(),
    phone: Phone.optional(),
    on: z.boolean().optional(),
    at: Moment.optional(),
    score: Whole.optional(),
    type: z.literal([2, 3]).optional(),
    options: z.array(item({ key: Line, text: Line })).optional(),
  });

  it.each([
    [
      'color: #b5281f',
      'but is empty: what follows "#" is a comment; quote it',
      'color: "#b5281f"',
      { color: '#b5281f' },
    ],
    ['title: Null', 'YAML reads Null as nothing; quote it', 'title: "Null"', { title: 'Null' }],
    ['title: ~', 'YAML reads ~ as nothing; quote it', 'title: "~"', { title: '~' }],
    ['title: 2026 # year', 'should be text, but is 2026: quote it', 'title: "2026" # year', { title: '2026' }],
    ['title: true', 'should be text, but is true: quote it', 'title: "true"', { title: 'true' }],
    ['code: 007', 'YAML reads 007 as the number 7; quote it', 'code: "007"', { code: '007' }],
    ['code: 1e3', 'YAML reads 1e3 as the number 1000; quote it', 'code: "1e3"', { code: '1e3' }],
    ['on: yes', 'but is "yes": write true or false without quotes', 'on: true', { on: true }],
    ['on: 否', 'but is "否": write true or false without quotes', 'on: false', { on: false }],
    ['at: 2026/5/1', 'but is "2026/5/1"', 'at: 2026-05-01', { at: '2026-05-01' }],
    ['at: 2026年5月1日 9:30', 'but is "2026年5月1日 9:30"', 'at: 2026-05-01T09:30', { at: '2026-05-01T09:30' }],
    ['score: "5"', 'but is "5": write it without quotes', 'score: 5', { score: 5 }],
    ["type: '2'", 'but is "2": write it without quotes', 'type: 2', { type: 2 }],
    [
      'options: [{ key: A, text: 112 }]',
      'should be text, but is 112: quote it',
      'options: [{ key: A, text: "112" }]',
      { options: [{ key: 'A', text: '112' }] },
    ],
  ])('%s is explained', (line, message, write, value) => {
    const { lines } = read(`# A comment.\n${line}\n`, Schema);
    expect(lines).toHaveLength(1);
    const [first, shown, written] = lines[0]!.split('\n');
    expect(first).toContain(message);
    expect(first).toMatch(/^2 "/);
    expect(shown).toBe(`    line:  ${line}`);
    expect(written).toBe(`    write: ${write}`);
    expect(read(`${written!.replace('    write: ', '')}\n`, Schema).located?.value).toEqual(value);
  });

  it('is a phone number with a leading zero, or a text with a comma between braces', () => {
    expect(read('phone: 02088886666\n', Schema).lines).toEqual([
      expect.stringContaining('YAML reads 02088886666 as the number 2088886666; quote it'),
    ]);
    expect(read('options:\n  - { key: A, text: Fire, smoke }\n', Schema).lines).toEqual([
      '2 unknown key "smoke": a text with a comma between { } must be quoted\n    line:  - { key: A, text: Fire, smoke }',
    ]);
  });

  it('is not suspected where the value is simply wrong', () => {
    expect(read('score: 1.50\n', Schema).lines).toEqual(['1 "score" should be a whole number, but is 1.5']);
    expect(read('title:\nscore: -1\ntype: 9\n', Schema).lines).toEqual([
      '1 "title" should be text, but is empty',
      '2 "score" should not be negative, but is -1',
      '3 "type" should be one of 2, 3, but is 9',
    ]);
  });
});
