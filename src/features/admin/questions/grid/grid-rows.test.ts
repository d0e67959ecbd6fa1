import { describe, expect, it } from 'vitest';
import { fromTsv, hasHeadings, isListText, toTsv } from './grid-paste.ts';
import {
  columnsOf,
  fromCells,
  insert,
  isChanged,
  MOST_ROWS,
  read,
  type Row,
  rowOf,
  toCells,
  withResults,
  withSpare,
  write,
} from './grid-rows.ts';

const cells = { type: '单选', stem: '一', options: ['甲', '乙'], answer: 'A', analysis: '', difficulty: '', topic: '' };
const stored = (n: number): Row => rowOf({ id: `q${n}`, version: 1, lang: 'zh', cells }, 8);

describe('rows of the grid', () => {
  it('have their options between stem and answer, without the empty ones behind them', () => {
    expect(toCells(cells, 3)).toEqual(['单选', '一', '甲', '乙', '', 'A', '', '', '']);
    expect(fromCells(toCells({ ...cells, options: ['甲', '', '丙'] }, 8))).toEqual({
      ...cells,
      options: ['甲', '', '丙'],
    });
    expect(columnsOf(2)).toEqual(['type', 'stem', 'option0', 'option1', 'answer', 'analysis', 'difficulty', 'topic']);
  });

  it('take a pasted table from a cell on, and say what did not fit', () => {
    const rows = withSpare([stored(1)], 8);
    expect(rows).toHaveLength(21);
    const { rows: next, lost } = write(rows, { top: 0, left: 12 }, [['x', 'y', 'z'], ['u']], 8);
    expect(read(next, { top: 0, left: 12, bottom: 1, right: 13 })).toEqual([
      ['x', 'y'],
      ['u', ''],
    ]);
    expect(lost).toBe(1);
    expect(isChanged(next[0]!)).toBe(true);
    expect(isChanged(rows[0]!)).toBe(false);
    expect(next).toHaveLength(22);
    expect(write(rows, { top: MOST_ROWS - 1, left: 0 }, [['a'], ['b']], 8)).toMatchObject({ lost: 1 });
  });

  it('take read questions where they are empty', () => {
    const { rows, lost } = insert(withSpare([stored(1), stored(2)], 8), 1, [{ lang: 'zh', cells }], 8);
    expect([rows[1]!.id, rows[2]!.cells[1], lost]).toEqual(['q2', '一', 0]);
  });

  it('keep what was typed while they were saved, and what somebody else has stored beside it', () => {
    const sent = write(
      withSpare([stored(1), stored(2), stored(3)], 8),
      { top: 0, left: 1 },
      [['新'], ['改'], ['坏']],
      8,
    ).rows;
    const typed = write(sent, { top: 0, left: 1 }, [['更新']], 8).rows;
    const result = (n: number, state: 'saved' | 'conflict' | 'invalid', stem: string) => ({
      ...{ key: `q${n}`, state, id: `q${n}`, version: 2, cells: { ...cells, stem } },
      problems: state === 'invalid' ? [{ field: 'stem', text: '太坏' }] : [],
    });
    const after = withResults(
      typed,
      sent,
      [result(1, 'saved', '新'), result(2, 'conflict', '他的'), result(3, 'invalid', '')],
      8,
    );
    expect(after[0]).toMatchObject({ version: 2, cells: expect.arrayContaining(['更新']) });
    expect(isChanged(after[0]!)).toBe(true);
    expect(after[1]).toMatchObject({ version: 1, theirs: { version: 2, cells: expect.arrayContaining(['他的']) } });
    expect(after[2]!.problems).toEqual({ stem: '太坏' });
    expect(write(after, { top: 2, left: 1 }, [['好']], 8).rows[2]!.problems).toEqual({});
  });
});

describe('a pasted text', () => {
  it('is a table with tabs, also with line breaks in quotes, and back', () => {
    const table = [
      ['a', 'b\nc', 'd "e"'],
      ['', 'f', ''],
    ];
    expect(fromTsv(toTsv(table))).toEqual(table);
    expect(fromTsv('x\ty\r\n1\t2\r\n')).toEqual([
      ['x', 'y'],
      ['1', '2'],
    ]);
    expect(fromTsv('say "hi"\tb')).toEqual([['say "hi"', 'b']]);
  });

  it('has headings, or is a list, or neither', () => {
    expect([hasHeadings([['题型', '题干']]), hasHeadings([['题干']]), hasHeadings([['一', '二']])]).toEqual([
      true,
      false,
      false,
    ]);
    expect(['1. 一\n答案：对', '（3）雷雨', 'a {=b}', '只有一行'].map(isListText)).toEqual([true, true, true, false]);
  });
});
