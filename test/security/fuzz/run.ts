import type { Case } from './cases.ts';
import { send } from './send.ts';

export interface Findings {
  /** Number of requests by door and status. */
  readonly counts: Map<string, Map<number | string, number>>;
  /** Cases that were answered with a 5xx or never. */
  readonly bad: string[];
}

/** Sends cases, several at once, and counts what comes back. */
export async function sendAll(
  port: number,
  cases: Iterable<Case>,
  { atOnce, onSent = () => true }: { readonly atOnce: number; readonly onSent?: (sent: number) => boolean },
): Promise<Findings> {
  const findings: Findings = { counts: new Map(), bad: [] };
  const rest = cases[Symbol.iterator]();
  let sent = 0;
  const work = async () => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      const { name, door, transfer } = next.value;
      const status = await send(port, door, transfer);
      const counts = findings.counts.get(door.name) ?? new Map<number | string, number>();
      findings.counts.set(door.name, counts.set(status, (counts.get(status) ?? 0) + 1));
      if (status === 'hung' || (typeof status === 'number' && status >= 500)) findings.bad.push(`${name}: ${status}`);
      sent += 1;
      if (!onSent(sent)) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return findings;
}

/** The first cases of a sequence. */
export function* first(count: number, cases: Iterable<Case>): Generator<Case> {
  let taken = 0;
  for (const one of cases) {
    if (taken === count) return;
    taken += 1;
    yield one;
  }
}
