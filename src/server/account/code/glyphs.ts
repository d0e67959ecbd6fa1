/**
 * The characters of picture codes as strokes in a box of 10 × 14: ours, because a bare machine has no fonts. None of them
 * looks like another, whatever way it leans: no 0 O Q D, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V, H N.
 */
export const GLYPHS: Record<string, string> = {
  A: 'M0 14 L5 0 L10 14 M2 9 H8',
  C: 'M10 3 C8 -1 0 -1 0 7 S8 15 10 11',
  E: 'M9 0 H0 V14 H9 M0 7 H7',
  F: 'M9 0 H0 V14 M0 7 H7',
  H: 'M0 0 V14 M10 0 V14 M0 7 H10',
  J: 'M3 0 H8 V10 C8 15 0 15 0 10',
  K: 'M0 0 V14 M9 0 L0 8 M3 6 L9 14',
  M: 'M0 14 V0 L5 8 L10 0 V14',
  P: 'M0 14 V0 H5 C11 0 11 8 5 8 H0',
  R: 'M0 14 V0 H5 C11 0 11 7 5 7 H0 M4 7 L10 14',
  T: 'M0 0 H10 M5 0 V14',
  W: 'M0 0 L3 14 L5 5 L7 14 L10 0',
  X: 'M0 0 L10 14 M10 0 L0 14',
  Y: 'M0 0 L5 7 L10 0 M5 7 V14',
  3: 'M1 2 C3 -1 9 -1 9 3 C9 6 6 7 4 7 C7 7 10 8 10 11 C10 15 2 15 0 11',
  4: 'M7 14 V0 L0 10 H10',
  7: 'M0 0 H10 L4 14',
  9: 'M9 5 C9 11 1 10 1 5 C1 -1 9 -1 9 5 C9 10 8 12 4 14',
};
