import type { Random } from './random.ts';

/** A way to damage bytes. */
type Breakage = (bytes: Buffer, random: Random) => Buffer;

const cuts = (length: number, { below }: Random) => [below(length + 1), below(length + 1)].toSorted((a, b) => a - b);

/** Ways to damage the content of a body. */
export const breakages: Readonly<Record<string, Breakage>> = {
  whole: (bytes) => bytes,
  truncated: (bytes, { below }) => bytes.subarray(0, below(bytes.length + 1)),
  beheaded: (bytes, { below }) => bytes.subarray(below(bytes.length + 1)),
  doubled: (bytes) => Buffer.concat([bytes, bytes]),
  'partly doubled': (bytes, random) => {
    const [from = 0, to = 0] = cuts(bytes.length, random);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  gapped: (bytes, random) => {
    const [from = 0, to = 0] = cuts(bytes.length, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  reordered: (bytes, random) => {
    const [from = 0, to = 0] = cuts(bytes.length, random);
    return Buffer.concat([bytes.subarray(from, to), bytes.subarray(0, from), bytes.subarray(to)]);
  },
  reversed: (bytes) => Buffer.from(bytes).reverse(),
  flipped: (bytes, { below }) => {
    const damaged = Buffer.from(bytes);
    for (let at = 0; at < 4 && damaged.length > 0; at += 1) {
      const place = below(damaged.length);
      damaged[place] = (damaged[place] ?? 0) ^ (1 << below(8));
    }
    return damaged;
  },
  spiked: (bytes, { below, pick }) => {
    const at = below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), pick(spikes), bytes.subarray(at)]);
  },
};

const spikes = [
  '\0',
  '\r\n--a\r\n',
  '\r\n--a--\r\n',
  '\u2028',
  '"',
  '{',
  ']]>',
  '<!--',
  '<!DOCTYPE x [<!ENTITY e "e">]>',
  '%00',
  '\ud83d\ude00',
  'PK\u0003\u0004',
]
  .map((text) => Buffer.from(text))
  .concat(Buffer.from([0xff, 0xfe]), Buffer.from([0xed, 0xa0, 0x80]), Buffer.alloc(70_000, 'x'));

/** What is written to a connection: pieces, and whether the connection is then reset, ended or left open. */
export interface Transfer {
  readonly headers: readonly string[];
  readonly pieces: readonly (Buffer | string)[];
  readonly end: 'answer' | 'end' | 'reset';
}

const inPieces = (body: Buffer, random: Random) => {
  const [from = 0, to = 0] = cuts(body.length, random);
  return [body.subarray(0, from), body.subarray(from, to), body.subarray(to)];
};
const measureLength = (bytes: number) => [`content-length: ${bytes}`];
const chunked = ['transfer-encoding: chunked'];
const chunk = (bytes: Buffer, size = bytes.length.toString(16)) => [`${size}\r\n`, bytes, '\r\n'];

/** Ways to send a body, whole or not. */
export const transfers: Readonly<Record<string, (body: Buffer, random: Random) => Transfer>> = {
  whole: (body) => ({ headers: measureLength(body.length), pieces: [body], end: 'answer' }),
  'in pieces': (body, random) => ({
    headers: measureLength(body.length),
    pieces: inPieces(body, random),
    end: 'answer',
  }),
  chunked: (body, random) => ({
    headers: chunked,
    pieces: [
      ...inPieces(body, random)
        .filter(({ length }) => length > 0)
        .flatMap((piece) => chunk(piece)),
      '0\r\n\r\n',
    ],
    end: 'answer',
  }),
  'too long a length': (body, { below }) => ({
    headers: measureLength(body.length + 1 + below(200_000)),
    pieces: [body],
    end: 'end',
  }),
  'too short a length': (body, { below }) => ({
    headers: measureLength(below(body.length + 1)),
    pieces: [body],
    end: 'end',
  }),
  'a wrong chunk size': (body, { pick }) => ({
    headers: chunked,
    pieces: [
      ...chunk(body, pick([(body.length + 5).toString(16), '1', 'zz', '-1', 'ffffffffffffffffff'])),
      '0\r\n\r\n',
    ],
    end: 'end',
  }),
  'chunks without an end': (body) => ({ headers: chunked, pieces: chunk(body), end: 'end' }),
  'two lengths': (body) => ({ headers: [...measureLength(body.length), ...chunked], pieces: [body], end: 'end' }),
  'a reset within': (body, { below }) => ({
    headers: measureLength(body.length + 1),
    pieces: [body.subarray(0, below(body.length + 1))],
    end: 'reset',
  }),
  'a reset of chunks': (body, { below }) => ({
    headers: chunked,
    pieces: chunk(body.subarray(0, below(body.length + 1))),
    end: 'reset',
  }),
  'a reset behind': (body) => ({ headers: measureLength(body.length), pieces: [body], end: 'reset' }),
};
