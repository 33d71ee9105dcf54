// Compiles the peers by removing their types.
import { readdirSync } from 'node:fs';
import { build } from 'esbuild';

const here = import.meta.dirname;
await build({
  entryPoints: readdirSync(here).filter((name) => name.endsWith('.ts')),
  absWorkingDir: here,
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
