// Settings of the bundles for browsers, whose scripts get the folder to write into as their argument.
import { fileURLToPath } from 'node:url';

export const forBrowser = {
  absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
  outdir: process.argv[2],
  bundle: true,
  minify: true,
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
};

/** Settings of a bundle in parts, which browsers load when they need them. */
export const inParts = { ...forBrowser, format: 'esm', splitting: true, chunkNames: '[name].[hash]' };
