const frames = ['|', '/', '-', '\\'];
const everyMs = 120;

/** Says on a terminal that work is going on, and for how long; elsewhere once that it began. */
export function startSpinner(what: string): { stop(): void } {
  const out = process.stderr;
  if (!out.isTTY) {
    out.write(`${what} …\n`);
    return { stop: () => undefined };
  }
  const startedMs = performance.now();
  let turn = 0;
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    out.write(`\r${frames[(turn += 1) % frames.length] ?? ''} ${what}, ${seconds} s`);
  }, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      out.write('\r\u001b[K');
    },
  };
}
