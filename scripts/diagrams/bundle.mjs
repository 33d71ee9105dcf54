// Bundles what draws diagrams for the browser, each kind of diagram in files of its own: `bundle.mjs FOLDER`.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

await build({
  absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
  outdir: process.argv[2],
  entryPoints: { 'diagram-frame': 'scripts/diagrams/frame.js' },
  chunkNames: '[name].[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
});
