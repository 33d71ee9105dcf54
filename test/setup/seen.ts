import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runDirectory } from './run-directory.ts';

/**
 * What is declared in tables, and must be met by the suite: members of inputs that are read while given, events that are emitted,
 * reasons of notifications, errors of operations. See docs/adr/0076-declared-is-used.md.
 */
export const kindsOfFacts = ['member', 'event', 'reason', 'error'] as const;
export type Facts = Readonly<Record<(typeof kindsOfFacts)[number], ReadonlySet<string>>>;

/** What a process has seen, which outlives the modules of a test file. */
const shared = globalThis as {
  octavoSeen?: Record<(typeof kindsOfFacts)[number], Set<string>>;
  octavoReaders?: Map<string, Reader>;
};

/** Where a member of an input was read first, and by which test. */
interface Reader {
  readonly place: string;
  readonly test: string;
}

/** File to which a run writes where each member of each input is read, and by which test; nothing is noted without it. */
export const readersFile = process.env['TEST_READERS'];

/** The readers of the members of inputs that this process has seen. */
export const seenReaders = (shared.octavoReaders ??= new Map());

export const seenFacts = (shared.octavoSeen ??= {
  member: new Set(),
  event: new Set(),
  reason: new Set(),
  error: new Set(),
});

const folder = () => process.env['TEST_SEEN_DIR'] ?? join(runDirectory(), 'seen');

/** Keeps what this process has seen and what is declared, until the end of the run. */
export function keepFacts(declared: Facts): void {
  mkdirSync(folder(), { recursive: true });
  const text = (facts: Facts) => Object.fromEntries(kindsOfFacts.map((kind) => [kind, [...facts[kind]]]));
  writeFileSync(
    join(folder(), `${process.pid}.json`),
    JSON.stringify({ seen: text(seenFacts), declared: text(declared), readers: [...seenReaders] }),
  );
}

function readKept(): Kept[] {
  const names = existsSync(folder()) ? readdirSync(folder()) : [];
  return names.map((name) => JSON.parse(readFileSync(join(folder(), name), 'utf8')) as Kept);
}

type Kept = Readonly<Record<'seen' | 'declared', Readonly<Record<keyof Facts, readonly string[]>>>> & {
  readonly readers: readonly (readonly [member: string, reader: Reader])[];
};

/** Writes a table of all members of inputs: where each was read first, and by which test of a run. */
export function writeReaders(file: string): void {
  const kept = readKept();
  const readers = new Map(kept.flatMap((one) => one.readers));
  const members = [...new Set(kept.flatMap((one) => one.declared.member))].toSorted();
  const rows = members.map((member) => {
    const { place, test } = readers.get(member) ?? { place: '**nowhere**', test: '' };
    return `| \`${member}\` | ${place} | ${test.replaceAll('|', '\\|')} |`;
  });
  writeFileSync(file, ['| Member of an input | Where it is read | Test |', '|---|---|---|', ...rows, ''].join('\n'));
}

/** The members of inputs that a run of the suite has read while a test sent them, as they are stored. */
const metMembersFile = fileURLToPath(new URL('../contract/met-members.json', import.meta.url));
export const readMetMembers = () => JSON.parse(readFileSync(metMembersFile, 'utf8')) as string[];

/** Adds the members that this run has met to those of earlier runs, without what is no longer declared. */
export function writeMetMembers(): void {
  const kept = readKept();
  const declared = new Set(kept.flatMap((one) => one.declared.member));
  const met = new Set([...readMetMembers(), ...kept.flatMap((one) => one.seen.member)]);
  const members = [...met].filter((member) => declared.has(member)).toSorted();
  writeFileSync(metMembersFile, `${JSON.stringify(members, null, 2)}\n`);
}

/** The errors that the processes of a run have seen: `getSpaceById not_found`. */
export const listSeenErrors = (): string[] => readKept().flatMap(({ seen }) => seen.error);

/** What is declared and was seen by none of the processes of a run, such as `event space.created`. */
export function listUnseen(): string[] {
  const kept = readKept();
  return kindsOfFacts.flatMap((kind) => {
    const seen = new Set(kept.flatMap((one) => one.seen[kind]));
    const declared = new Set(kept.flatMap((one) => one.declared[kind]));
    return [...declared]
      .filter((fact) => !seen.has(fact))
      .toSorted()
      .map((fact) => `${kind} ${fact}`);
  });
}
