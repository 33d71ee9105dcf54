import { readFileSync, writeFileSync } from 'node:fs';
import { openapi } from '../src/rest/openapi.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
writeFileSync('openapi.json', `${JSON.stringify(openapi(version), null, 2)}\n`);
