import { expect, it } from 'vitest';
import { effects } from './effects.ts';

const t = (key: string, values: object = {}) => [key, ...Object.values(values)].join(' ');
const NONE = { openAttempts: 0, openTasks: 0, sessions: 0, headOf: [], superiorOf: 0, grants: 0 };

it('says of an act what it changes, and nothing of what there is none of', () => {
  expect(effects(t, 'disable', NONE)).toEqual(['people:effect.disable.first']);
  expect(effects(t, 'disable', { ...NONE, sessions: 2, headOf: ['生产部', '质量部'] })).toEqual([
    'people:effect.disable.first',
    'people:effect.disable.sessions 2',
    'people:effect.named people:effect.disable.headOf 2 生产部people:table.comma质量部',
  ]);
  // A transfer ends no session.
  expect(effects(t, 'transfer', { ...NONE, sessions: 2, superiorOf: 3 })).toEqual([
    'people:effect.transfer.first',
    'people:effect.transfer.superiorOf 3',
  ]);
});

it('says of several members how many stay as they are', () => {
  const sums = { ...NONE, headOf: 1, count: 5, active: 5, unchangeable: 2, registered: 0, noPhone: 0, noEmail: 0 };
  expect(effects(t, 'disable', sums)).toEqual([
    'people:effect.disable.first',
    'people:effect.disable.headOf 1',
    'people:effect.unchangeable 2',
  ]);
});
