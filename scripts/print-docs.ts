// Writes the pages of the documentation that are derived from the code.
import { writeFileSync } from 'node:fs';
import { referencePages } from './reference-tables.ts';
import { settingsPage } from './settings-page.ts';

writeFileSync('docs/manual/operate/settings.md', settingsPage());
for (const { path, text } of referencePages()) writeFileSync(path, text);
