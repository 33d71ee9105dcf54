import { readFileSync, writeFileSync } from 'node:fs';
import { routes } from '../src/rest/app.ts';
import { openapi } from '../src/rest/openapi/document.ts';
import { schema } from '../src/schema/index.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
writeFileSync('openapi.json', `${JSON.stringify(openapi(schema, routes, version), null, 2)}\n`);
