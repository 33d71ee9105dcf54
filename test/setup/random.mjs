// @ts-check
import { createHash } from 'node:crypto';

/**
 * A stream of random values.
 * @typedef {object} Random
 * @property {(size: number) => Buffer} bytes
 * @property {() => number} number A number from 0 up to 1, as `Math.random` returns.
 */

/**
 * Creates a stream that is the same for the same seed (sfc32, which passes the usual tests of randomness).
 * @param {string} seed
 * @returns {Random}
 */
export function randomOf(seed) {
  const digest = createHash('sha256').update(seed).digest();
  let a = digest.readInt32LE(0);
  let b = digest.readInt32LE(4);
  let c = digest.readInt32LE(8);
  let counter = digest.readInt32LE(12);
  const word = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  return {
    bytes: (size) => {
      const words = new Uint32Array(Math.ceil(size / 4));
      for (let at = 0; at < words.length; at += 1) words[at] = word();
      return Buffer.from(words.buffer, 0, size);
    },
    number: () => word() / 4_294_967_296,
  };
}

/** What base64url spells as `-` and as `_`. */
const [dash, underscore] = [62, 63];

/**
 * Changes random bytes to such that are rare: of four calls, one puts a `-` and one a `_` into their base64url, at the
 * next place each time, one mixes both into its first half, and one makes a byte zero. What is left stays random, so that
 * ids stay unique.
 * @param {Buffer} bytes
 * @param {number} call Number of the call.
 * @returns {Buffer}
 */
export function bend(bytes, call) {
  const places = Math.floor((bytes.length * 8) / 6);
  const round = Math.floor(call / 4);
  if (places < 4) return bytes;
  const kind = call % 4;
  if (kind === 3) bytes[round % bytes.length] = 0;
  else if (kind === 2)
    for (let place = 0; place < Math.min(places / 2, 10); place += 1)
      putSextet(bytes, place, (round >> (place % 8)) % 2 === 0 ? dash : underscore);
  else putSextet(bytes, round % places, kind === 0 ? dash : underscore);
  return bytes;
}

/**
 * @param {Buffer} bytes
 * @param {number} place Number of a character of base64url.
 * @param {number} value
 */
function putSextet(bytes, place, value) {
  for (let bit = 0; bit < 6; bit += 1) {
    const at = place * 6 + bit;
    const mask = 128 >> (at % 8);
    const index = at >> 3;
    const byte = bytes[index] ?? 0;
    bytes[index] = (value >> (5 - bit)) % 2 === 1 ? byte | mask : byte & ~mask;
  }
}
