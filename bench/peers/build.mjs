// Compiles the peers with the modules of Octavo that they use: types off, nothing else changed.
import { readdirSync } from 'node:fs';
import { build } from 'esbuild';
import { asSources } from '../../scripts/bundle.mjs';

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
  target: 'node20.19',
  define: asSources,
  logLevel: 'warning',
});
