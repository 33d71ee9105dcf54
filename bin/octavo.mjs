#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

const program = new URL('../dist/main.js', import.meta.url);
if (existsSync(program)) {
  module.enableCompileCache?.();
  await import(program);
} else {
  process.stderr.write('octavo: The program is not built yet. Run `npm run build` first.\n');
  process.exitCode = 1;
}
