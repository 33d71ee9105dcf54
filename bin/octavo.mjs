#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('../dist/main.js', import.meta.url);
if (existsSync(program)) {
  await import(program);
} else {
  process.stderr.write('octavo: The program is not built yet. Run `npm run build` first.\n');
  process.exitCode = 1;
}
