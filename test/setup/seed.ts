import crypto, { type UUID } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { bend, randomOf, type Random } from './random.mjs';

/**
 * Everything random in a test process comes from `TEST_SEED`, which the summary of a failed run shows. Each test file has
 * streams of its own, so that a file that runs alone repeats what it did in the suite.
 */
export const seed = process.env['TEST_SEED'] ?? '1';

/** Whether bytes are bent to such that are rare; `npm run test:chance` asks for it. */
const isBent = process.env['TEST_BENT_BYTES'] !== undefined;

/** Bytes of the machine. */
const { randomBytes: machineBytes } = crypto;

interface Streams {
  readonly file: string;
  /** Of ids. They have their own stream, so that what else the server draws does not change them. */
  readonly ids: Random;
  /** Of tests. */
  readonly tests: Random;
  /** Of everything else: keys, secrets, pauses. */
  rest: Random;
}

// The process has one `node:crypto`, which outlives the modules of a test file.
const shared = globalThis as { octavoStreams?: Streams };

function streamOf(file: string, use: string): Random {
  const random = randomOf(`${seed} ${file} ${use}`);
  let calls = 0;
  return isBent ? { ...random, bytes: (size) => bend(random.bytes(size), calls++) } : random;
}

const streams = () => (shared.octavoStreams ??= streamsOf(''));

const streamsOf = (file: string): Streams => ({
  file,
  ids: streamOf(file, 'ids'),
  tests: streamOf(file, 'tests'),
  rest: streamOf(file, 'rest'),
});

let configure: ((propertySeed: number) => void) | null = null;

const seedProperties = () => configure?.(streamOf(streams().file, 'properties').bytes(4).readInt32LE());

/** Calls a function with the seed of the properties of this test file, and of each test file after it. */
export function onPropertySeed(run: (propertySeed: number) => void): void {
  configure = run;
  seedProperties();
}

/** Begins the streams of a test file. */
export function seedFile(file: string): void {
  shared.octavoStreams = streamsOf(file);
  seedProperties();
}

/**
 * Begins the stream of everything but ids and tests again. The first file of a process starts the server, which draws
 * secrets; without this, what follows would differ in the other files.
 */
export const afterStart = (): void => void (streams().rest = streamOf(streams().file, 'rest'));

/** Random bytes for ids. */
export const idBytes = (size: number): Buffer => streams().ids.bytes(size);

/** Random bytes for the values of tests. */
export const randomBytes = (size: number): Buffer => streams().tests.bytes(size);

/**
 * A name for what test runs share, such as a database of a server. It comes from the machine, because runs with the same
 * seed may go on side by side.
 */
export const unusedName = (): string => machineBytes(6).toString('hex');

/** A random number from 0 up to 1 for the values of tests. */
export const randomNumber = (): number => streams().tests.number();

/** Lets `node:crypto` and `Math.random` of this process draw from the streams. Keys and nonces of OpenSSL stay random. */
export function replaceRandom(): void {
  const bytes = (size: number) => streams().rest.bytes(size);
  Math.random = () => streams().rest.number();
  Object.assign(crypto, {
    randomBytes: (size: number, done?: (error: null, bytes: Buffer) => void) =>
      done === undefined ? bytes(size) : void setImmediate(() => done(null, bytes(size))),
    randomUUID: (): UUID => {
      const hex = bytes(16).toString('hex');
      const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4];
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  });
  syncBuiltinESMExports();
}
