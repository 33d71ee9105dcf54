// @ts-check
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { bend } from './random.mjs';

// Loaded by `--import`: bends the random bytes of a Node process to such that are rare.
const { randomBytes } = crypto;
let calls = 0;

/**
 * @param {number} size
 * @param {(error: Error | null, bytes: Buffer) => void} [done]
 */
function bentBytes(size, done) {
  if (done === undefined) return bend(randomBytes(size), calls++);
  return randomBytes(size, (error, bytes) => done(error, error ? bytes : bend(bytes, calls++)));
}

Object.assign(crypto, { randomBytes: bentBytes });
syncBuiltinESMExports();
