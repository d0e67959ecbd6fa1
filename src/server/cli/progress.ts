import { isForOperator } from '#src/server/core/operator-error.ts';

/** Reports what a command does, one short line a step. */
export interface Progress {
  /**
   * Runs one step and prints `✓ name detail time`, or `✗ name reason` and throws what was thrown.
   * @param work may return the detail to print behind the name
   */
  step<T>(name: string, work: (at: Step) => Promise<T> | T): Promise<T>;
  /** Prints a line of its own. */
  say(line: string): void;
}

export interface Step {
  /** A line a person should know, printed below the step. */
  note(line: string): void;
  /** What the step found, printed behind its name. */
  detail(text: string): void;
  /** What is happening now; shown while it lasts, on terminals only. */
  now(text: string): void;
}

/** @param out where to write; only terminals see passing lines */
export function progress(out: NodeJS.WriteStream = process.stdout): Progress {
  let passing = '';
  const clear = () => void (passing && out.write('\r\x1b[K'));
  const show = (text: string) => {
    if (!out.isTTY) return;
    clear();
    passing = text.slice(0, (out.columns || 80) - 1);
    out.write(passing);
  };
  const say = (line: string) => {
    clear();
    out.write(`${line}\n`);
    if (passing) out.write(passing);
  };
  const done = (line: string) => {
    clear();
    passing = '';
    out.write(`${line}\n`);
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
        done(`${mark} ${name.padEnd(10)} ${text}`.trimEnd());
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

/** @returns like `12 ms` or `3.4 s` */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
