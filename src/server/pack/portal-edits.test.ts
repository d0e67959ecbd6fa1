import { describe, expect, it } from 'vitest';
import { conflictLine, PortalEdits } from './portal-edits.ts';

const AT = new Date('2026-05-10T03:00:00Z');
const row = { title: 'Safety', passScore: '60.00', windowStart: AT, tags: { a: 1, b: [2, 3] }, credits: null };

describe('PortalEdits', () => {
  it('tells what an import has left from what was changed since, whatever the order of keys and missing values', () => {
    const edits = new PortalEdits({});
    expect(edits.stateOf('exam', 'x', row)).toBe('unknown');
    edits.stamp('exam', 'x', row);
    const same = {
      id: 'other columns',
      ...row,
      windowStart: new Date(AT),
      credits: undefined,
    };
    expect(edits.stateOf('exam', 'x', { ...same, tags: { b: [2, 3], a: 1 } })).toBe('imported');
    for (const change of [{ passScore: '50.00' }, { tags: { a: 1, b: [3, 2] } }, { credits: '1.00' }])
      expect(edits.stateOf('exam', 'x', { ...same, ...change })).toBe('edited');
    expect(edits.stateOf('exam', 'y', row)).toBe('unknown');
    // A column that the database has no longer.
    expect(edits.stateOf('exam', 'x', { title: 'Safety' })).toBe('unknown');
  });

  it('hands on what earlier imports have left, and leaves their record alone', () => {
    const before = new PortalEdits({});
    before.stamp('exam', 'x', row);
    before.stamp('exam', 'y', { title: 'Other columns' });
    const stored = structuredClone(before.stamps);
    const edits = new PortalEdits(before.stamps);
    expect(edits.stateOf('exam', 'x', row)).toBe('imported');
    edits.stamp('exam', 'y', { ...row, title: 'Fire' });
    expect(edits.columnsOf('exam', 'y')).toEqual(Object.keys(row).sort());
    expect(Object.keys(edits.stamps['exam']!)).toHaveLength(1);
    expect(before.stamps).toEqual(stored);
  });

  it('writes nothing down for what equals the usual, and compares with it', () => {
    const plain = { isAdmin: false };
    const edits = new PortalEdits({});
    edits.stamp('person', 'a', { isAdmin: false }, plain);
    expect(edits.stamps).toEqual({});
    expect(edits.stateOf('person', 'a', { isAdmin: false }, plain)).toBe('imported');
    expect(edits.stateOf('person', 'a', { isAdmin: true }, plain)).toBe('edited');
    edits.stamp('person', 'a', { isAdmin: true }, plain);
    expect(edits.stateOf('person', 'a', { isAdmin: true }, plain)).toBe('imported');
    edits.stamp('person', 'a', { isAdmin: false }, plain);
    expect(edits.stamps).toEqual({});
  });

  it('takes everything for imported when it overwrites', () => {
    const edits = new PortalEdits({}, true);
    edits.stamp('exam', 'x', row);
    expect(edits.stateOf('exam', 'x', { title: 'Edited' })).toBe('imported');
    expect(edits.isGone('exam', 'x')).toBe(false);
    expect(new PortalEdits(edits.stamps).isGone('exam', 'x')).toBe(true);
  });
});

it('a conflict names the columns that differ, with values that say something', () => {
  const item = { kind: 'exam', name: 'fire' };
  const stored = { ...row, courseId: 'a', version: 2, maxAttempts: 3, intro: 'x'.repeat(50) };
  const pack = { ...row, courseId: null, version: 3, maxAttempts: 5, intro: 'Short', windowStart: null, tags: {} };
  expect(conflictLine(item, stored, pack)).toBe(
    'exam "fire" was changed in the portal and stays: window start (portal 2026-05-10T03:00:00.000Z, pack none), tags, ' +
      'course id, content, max attempts (portal 3, pack 5), intro',
  );
});
