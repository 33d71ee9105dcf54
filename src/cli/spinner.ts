const frames = ['|', '/', '-', '\\'];
const everyMs = 120;
const barWidth = 24;

/** Progress of an operation. Omitted members keep their values, unless `phase` is given, which starts a new phase. */
export interface SpinnerProgress {
  readonly done?: number;
  readonly total?: number;
  readonly phase?: string;
}

export interface Spinner {
  progress(progress: SpinnerProgress): void;
  stop(): void;
}

/** Shows activity, progress and elapsed time on a terminal. Elsewhere it prints one line per phase. */
export function startSpinner(what: string): Spinner {
  const out = process.stderr;
  if (!out.isTTY) {
    out.write(`${what} …\n`);
    return {
      progress: ({ phase }) => void (phase !== undefined && out.write(`  ${phase} …\n`)),
      stop: () => undefined,
    };
  }
  const startedMs = performance.now();
  let turn = 0;
  let latest: SpinnerProgress = {};
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    out.write(`\r\u001b[K${frames[(turn += 1) % frames.length] ?? ''} ${what}${describe(latest)}, ${seconds} s`);
  }, everyMs);
  return {
    progress: (progress) => {
      latest = progress.phase === undefined ? { ...latest, ...progress } : progress;
    },
    stop: () => {
      clearInterval(timer);
      out.write('\r\u001b[K');
    },
  };
}

function describe({ phase, done, total }: SpinnerProgress): string {
  const words = phase === undefined ? '' : `: ${phase.toLowerCase()}`;
  if (done === undefined || total === undefined || total === 0) return words;
  const full = Math.min(barWidth, Math.round((done / total) * barWidth));
  return `${words} [${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${done} of ${total}`;
}
