/** A byte of a broadcast: fragment and place in it. */
export type Position = { number: number; offset: number };

/** What no reader understands. */
export class UnreadableError extends Error {}

/** Joins the fragments of a broadcast while they are read, and knows in which fragment each byte came. */
export class FragmentBuffer {
  bytes: Buffer = Buffer.alloc(0);
  /** Absolute place of `bytes[0]`. */
  #base = 0;
  #pieces: (Position & { at: number })[] = [];

  /** @param offset place of the first byte in its fragment */
  append(number: number, bytes: Buffer, offset = 0): void {
    this.#pieces.push({ number, offset, at: this.#base + this.bytes.length });
    this.bytes = this.bytes.length === 0 ? bytes : Buffer.concat([this.bytes, bytes]);
  }

  /** Forgets the first bytes. */
  drop(length: number): void {
    this.#base += length;
    this.bytes = this.bytes.subarray(length);
    while (this.#pieces.length > 1 && this.#pieces[1]!.at <= this.#base) this.#pieces.shift();
  }

  /** Position of a byte of `bytes`, or of the one after the last. */
  positionAt(index: number): Position {
    const at = this.#base + index;
    const piece = this.#pieces.findLast((each) => each.at <= at)!;
    return { number: piece.number, offset: piece.offset + at - piece.at };
  }
}
