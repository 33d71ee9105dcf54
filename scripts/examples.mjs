// `npm run examples`: compiles the documents of the examples, whose types are checked with them, and bundles both.
import { fileURLToPath } from 'node:url';
import * as relay from '../examples/relay/build.mjs';
import * as urql from '../examples/urql/build.mjs';

for (const [name, { generate, bundleInto }] of Object.entries({ relay, urql })) {
  await generate();
  await bundleInto(fileURLToPath(new URL(`../examples/${name}/dist`, import.meta.url)));
}
