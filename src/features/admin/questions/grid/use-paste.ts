import { type ClipboardEvent, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useT } from '#src/i18n/island.tsx';
import { fromHtml, fromTsv, hasHeadings, isListText, toTsv } from './grid-paste.ts';
import { insert, write } from './grid-rows.ts';
import type { GridCells } from './use-cells.ts';

export type Loss = { place: string; text: string };

/** Copying and pasting: areas of cells, tables of other programs, and texts with questions, which the server reads. */
export function usePaste(grid: GridCells, count: number) {
  const t = useT();
  const [losses, setLosses] = useState<Loss[]>([]);
  const told = (lost: number) => {
    if (lost > 0) notify(t('bank:grid.didNotFit', { count: lost }), 'error');
  };
  const read = useAction(async (text: string, top: number) => {
    const found = await api('POST /exam/auth/question/grid/read', { text });
    const { rows, lost } = insert(grid.current(), top, found.rows, count);
    grid.change(rows);
    setLosses(found.losses);
    told(lost);
    notify(t('bank:grid.readCount', { count: found.rows.length - lost }), 'success');
  });
  return {
    ...{ losses, isReading: read.isPending },
    forgetLosses: () => setLosses([]),
    onCopy: (event: ClipboardEvent, isCut: boolean) => {
      if (grid.editing) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', toTsv(grid.texts()));
      if (isCut) grid.clear();
    },
    onPaste: (event: ClipboardEvent) => {
      if (grid.editing) return;
      event.preventDefault();
      const plain = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
      const html = event.clipboardData.getData('text/html');
      const { top, left } = grid.area;
      const table = fromHtml(html) ?? (plain.includes('\t') ? fromTsv(plain) : null);
      if (table && hasHeadings(table)) return void read.run(toTsv(table), top);
      if (!table && plain.trim().includes('\n') && isListText(plain)) return void read.run(plain, top);
      const texts =
        table ??
        plain
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => [line]);
      const { rows, lost } = write(grid.current(), { top, left }, texts, count);
      grid.change(rows);
      grid.select(
        { row: top, column: left },
        { row: top + texts.length - 1, column: left + Math.max(...texts.map(({ length }) => length)) - 1 },
      );
      told(lost);
    },
  };
}
