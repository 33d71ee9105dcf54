import { readFileSync } from 'node:fs';
import { packageRoot, programFile, runsFromSources } from '../../lib/program-files.ts';
import { compressedOnce } from '../../reader/assets.ts';
import { contentTypeOf } from './assets.ts';
import { pagesBuilt } from './pages-built.ts';

/** Where the build puts the desk; see `scripts/desk`. */
const folder = runsFromSources
  ? new URL('node_modules/.cache/octavo/desk/', packageRoot)
  : programFile('bundles/desk/');

/** The files of the desk, by what needs them. Their names change with their content. */
interface DeskFacts {
  /** The script that stands in the page itself. */
  readonly start: string;
  /** What every view needs, and what each needs besides. */
  readonly script: string;
  readonly style: string;
  readonly views: Readonly<Record<string, string>>;
  readonly words: Readonly<Record<string, string>>;
  /** The editor of Markdown, which is loaded while its view is shown already. */
  readonly editor: string;
  /** The texts of all queries, by name. */
  readonly queries: Readonly<Record<string, string>>;
}

interface DeskFile {
  readonly contentType: string;
  readonly body: Buffer;
  readonly compressed: ReturnType<typeof compressedOnce>;
}

let facts: DeskFacts | undefined;
const files = new Map<string, DeskFile | null>();

/** Says of which files the desk consists. Waits until the build has made them. */
export async function deskFacts(): Promise<DeskFacts> {
  if (facts) return facts;
  await pagesBuilt();
  facts = JSON.parse(readFileSync(new URL('facts.json', folder), 'utf8')) as DeskFacts;
  return facts;
}

/** A file of the desk by its name; null for any other. */
export function findDeskFile(name: string): DeskFile | null {
  const known = files.get(name);
  if (known !== undefined) return known;
  if (!/^[\w-]+\.[0-9A-Z]{8}\.(js|css|json)$/.test(name)) return null;
  try {
    const body = readFileSync(new URL(name, folder));
    const file = { contentType: contentTypeOf(name), body, compressed: compressedOnce(body) };
    files.set(name, file);
    return file;
  } catch {
    // Of another version of the program, or made up: nothing is kept of it.
    return null;
  }
}
