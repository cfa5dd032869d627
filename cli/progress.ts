/** How far a long piece of work is: a bar on a terminal, a line now and then elsewhere; always on stderr. */
import cliProgress from "cli-progress";
import { formatCount, type Io, note } from "./output.js";

export interface Progress {
  update(done: number, total: number): void;
  /** Takes the bar away. */
  end(): void;
}

/** Milliseconds between two lines where there is no terminal. */
const lineInterval = 10_000;

/** @param what names the things that are counted: `tasks`. */
export function createProgress(io: Io, what: string): Progress {
  return io.stderr.isTTY === true ? createBar(io, what) : createLines(io, what);
}

function createBar(io: Io, what: string): Progress {
  const bar = new cliProgress.SingleBar({
    format: `{bar} {value} of {total} ${what}, {eta_formatted} left`,
    stream: io.stderr,
    clearOnComplete: true,
    hideCursor: true,
    // Otherwise it listens to SIGINT itself, and the program would not end with the signal's own code.
    gracefulExit: false,
  });
  let started = false;
  return {
    update(done, total) {
      if (!started) bar.start(total, 0);
      started = true;
      bar.update(done);
    },
    end() {
      if (started) bar.stop();
    },
  };
}

function createLines(io: Io, what: string): Progress {
  let last = performance.now();
  return {
    update(done, total) {
      if (performance.now() - last < lineInterval) return;
      last = performance.now();
      note(io, `${formatCount(done)} of ${formatCount(total)} ${what}`, "dim");
    },
    end() {},
  };
}
