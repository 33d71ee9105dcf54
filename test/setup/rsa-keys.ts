import crypto, { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const kept = fileURLToPath(new URL('../../node_modules/.cache/octavo/rsa-keys', import.meta.url));

const { generateKeyPair: makeLater, generateKeyPairSync: make } = crypto;

// The process has one `node:crypto`, which outlives the modules of a test file.
const shared = globalThis as { octavoRsaKeys?: { readonly known: KeyObject[]; used: number } };
const keys = () => (shared.octavoRsaKeys ??= { known: [], used: 0 });

interface Asked {
  readonly modulusLength: number;
  readonly publicKeyEncoding: crypto.KeyExportOptions<'pem'>;
  readonly privateKeyEncoding: crypto.KeyExportOptions<'pem'>;
}

/**
 * Lets `node:crypto` give RSA keys that earlier runs have made, since each takes a tenth of a second of processor time. The
 * keys of a test file differ from each other; the next file has the same ones.
 */
export function replaceRsaKeys(): void {
  keys().used = 0;
  const pair = (type: string, options: Asked) => {
    if (type !== 'rsa' || options.modulusLength !== 2_048) return make(type as 'rsa', options);
    const key = nextKey();
    return {
      publicKey: createPublicKey(key).export(options.publicKeyEncoding),
      privateKey: key.export(options.privateKeyEncoding),
    };
  };
  const promised = { [promisify.custom]: async (type: string, options: Asked) => pair(type, options) };
  Object.assign(crypto, {
    generateKeyPairSync: pair,
    generateKeyPair: Object.assign(makeLater.bind(null), promised),
  });
  syncBuiltinESMExports();
}

function nextKey(): KeyObject {
  const { known, used } = keys();
  keys().used += 1;
  return (known[used] ??= createPrivateKey(keptKey(join(kept, `${used}.pem`))));
}

function keptKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const { privateKey } = make('rsa', {
      modulusLength: 2_048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    mkdirSync(kept, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, privateKey);
    renameSync(`${file}.${process.pid}`, file);
    return privateKey;
  }
}
