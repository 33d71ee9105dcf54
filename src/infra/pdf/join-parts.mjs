// Joins the parts of a PDF in a process of its own, because a large PDF takes much memory and time.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithParent } from '../end-with-parent.mjs';
import { joinParts } from './join.mjs';
import { readPlaces } from './places.mjs';

endWithParent();
const folder = process.argv[2] ?? '';
const { parts } = JSON.parse(readFileSync(join(folder, 'job.json'), 'utf8'));
const { title } = JSON.parse(readFileSync(join(folder, 'front.json'), 'utf8'));
const names = ['front', ...Array.from({ length: parts }, (_none, part) => `part-${part}`)];
const files = names.map((name) => join(folder, `${name}.pdf`));
const pages = await joinParts({ files, title, places: readPlaces(folder, parts), to: join(folder, 'out.pdf') });
process.stdout.write(JSON.stringify({ pages }));
