import { isForOperator } from '#src/server/core/operator-error.ts';

/** Prints the progress of a command, one line per step. */
export interface Progress {
  /**
   * Runs one step and prints `✓ name detail time`, or `✗ name reason` and rethrows the error.
   * @returns the result of `work`
   */
  step<T>(name: string, work: (at: Step) => Promise<T> | T): Promise<T>;
  /** Prints a line. */
  say(line: string): void;
}

export interface Step {
  /** Adds a message, printed below the step. */
  note(line: string): void;
  /** Sets the detail, printed after the name. */
  detail(text: string): void;
  /** Sets the current activity; shown on terminals only, until it is replaced. */
  now(text: string): void;
}

/**
 * Creates a progress printer.
 * @param out output stream; current activities are shown only if it is a terminal
 * @param structured write JSON lines with `time`, `level` and `msg`, as the log: for processes whose output a service manager
 *   collects
 */
export function progress(out: NodeJS.WriteStream = process.stdout, structured = false): Progress {
  let current = '';
  const write = (text: string, level: 'info' | 'error' = 'info') => {
    if (!structured) return void out.write(`${text}\n`);
    for (const msg of text.split('\n').map((line) => line.trim()))
      if (msg) out.write(`${JSON.stringify({ time: new Date().toISOString(), level, msg })}\n`);
  };
  const clear = () => void (current && out.write('\r\x1b[K'));
  const show = (text: string) => {
    if (!out.isTTY) return;
    clear();
    current = text.slice(0, (out.columns || 80) - 1);
    out.write(current);
  };
  const say = (line: string) => {
    clear();
    write(line);
    if (current) out.write(current);
  };
  const done = (line: string, level?: 'info' | 'error') => {
    clear();
    current = '';
    write(line, level);
  };
  return {
    say,
    async step(name, work) {
      const begun = performance.now();
      const notes: string[] = [];
      let found = '';
      const running = `… ${name}`;
      show(running);
      const finish = (mark: string, text: string) => {
        done(`${mark} ${name.padEnd(10)} ${text}`.trimEnd(), mark === '✗' ? 'error' : 'info');
        for (const note of notes) done(`    ${note}`);
      };
      try {
        const result = await work({
          note: (line) => notes.push(line),
          detail: (text) => (found = text),
          now: (text) => show(`${running}: ${text}`),
        });
        finish('✓', `${found ? `${found}  ` : ''}${duration(performance.now() - begun)}`);
        return result;
      } catch (error) {
        const stopped = error instanceof Error && error.name === 'AbortError';
        finish(stopped ? '–' : '✗', stopped ? 'stopped' : isForOperator(error) ? error.message : 'failed');
        throw error;
      }
    },
  };
}

/** Formats a duration, e.g. `12 ms` or `3.4 s`. @param ms milliseconds */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
