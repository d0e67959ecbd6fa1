import type { KeyboardEvent } from 'react';
import type { GridCells } from './use-cells.ts';

const MOVES: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-15, 0],
  PageDown: [15, 0],
};

/** The keys of the grid, as in spreadsheets. Keys of an input method that composes a character belong to it. */
export function onGridKey(event: KeyboardEvent, grid: GridCells): void {
  if (event.nativeEvent.isComposing || event.key === 'Process') return;
  const isHandled = grid.editing ? whileEditing(event, grid) : whileMoving(event, grid);
  if (isHandled) event.preventDefault();
}

function whileEditing(event: KeyboardEvent, grid: GridCells): boolean {
  const { cursor, editing } = grid;
  const { key, shiftKey, altKey } = event;
  const leave = (rows: number, columns: number) => {
    grid.commit();
    grid.go({ row: cursor.row + rows, column: cursor.column + columns });
    return true;
  };
  if (key === 'Escape') {
    grid.cancel();
    return true;
  }
  // With one of these keys the text gets a line more.
  if (key === 'Enter' && altKey) {
    grid.edit(`${editing!.text}\n`, editing!.isStart);
    return true;
  }
  if (key === 'Enter') return shiftKey ? leave(-1, 0) : leave(1, 0);
  if (key === 'Tab') return leave(0, shiftKey ? -1 : 1);
  const move = MOVES[key];
  return editing!.isStart && move !== undefined && !shiftKey ? leave(...move) : false;
}

function whileMoving(event: KeyboardEvent, grid: GridCells): boolean {
  const { cursor, rows, last } = grid;
  const { key, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const move = MOVES[key];
  if (move) {
    const [down, right] = isCommand ? [move[0] * last.row, move[1] * last.column] : move;
    grid.go({ row: cursor.row + down, column: cursor.column + right }, shiftKey);
    return true;
  }
  if (isCommand) return command(key.toLowerCase(), shiftKey, grid);
  switch (key) {
    case 'Home':
    case 'End':
      grid.go({ row: cursor.row, column: key === 'Home' ? 0 : last.column }, shiftKey);
      return true;
    case 'Enter':
    case 'F2':
      grid.edit(rows[cursor.row]!.cells[cursor.column]!, false);
      return true;
    case 'Delete':
    case 'Backspace':
      grid.clear();
      return true;
    case 'Tab': {
      const next = cursor.column + (shiftKey ? -1 : 1);
      const isOutside = shiftKey ? cursor.row === 0 && next < 0 : cursor.row === last.row && next > last.column;
      // From the ends of the grid, Tab leads to what is before and behind it.
      if (isOutside) return false;
      if (next < 0) grid.go({ row: cursor.row - 1, column: last.column });
      else if (next > last.column) grid.go({ row: cursor.row + 1, column: 0 });
      else grid.go({ row: cursor.row, column: next });
      return true;
    }
    default:
      return false;
  }
}

function command(key: string, shiftKey: boolean, grid: GridCells): boolean {
  switch (key) {
    case 'z':
      if (shiftKey) grid.redo();
      else grid.undo();
      return true;
    case 'y':
      grid.redo();
      return true;
    case 'a':
      grid.select({ row: 0, column: 0 }, grid.last);
      return true;
    case 'home':
    case 'end':
      grid.go(key === 'home' ? { row: 0, column: 0 } : grid.last, shiftKey);
      return true;
    default:
      return false;
  }
}
