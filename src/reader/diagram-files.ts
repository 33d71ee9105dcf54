import { readdirSync, readFileSync } from 'node:fs';
import { packageRoot, programFile, runsFromSources } from '../lib/program-files.ts';

/** Where the build puts what draws diagrams; see `scripts/diagrams`. */
const folder = runsFromSources
  ? new URL('node_modules/.cache/octavo/diagrams/', packageRoot)
  : programFile('bundles/diagrams/');

let names: ReadonlySet<string> | undefined;

/** Reads a script of what draws diagrams by its name; null for an unknown one, and until the build has made them. */
export function readDiagramFile(name: string): Buffer | null {
  names ??= listNames();
  return names?.has(name) === true ? readFileSync(new URL(name, folder)) : null;
}

function listNames(): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(folder).filter((name) => name.endsWith('.js')));
  } catch {
    return undefined;
  }
}
