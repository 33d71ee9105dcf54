// Lints openapi.json by the recommended rules of Redocly and Spectral, generates clients of the REST API from it, and compiles
// them: TypeScript with --strict, and Python and Java, whose clients are run against a server. Exits with 1 for a warning, for a generator
// that refuses the document, and for a client that does not compile or fails. Needs a JDK of 17 or newer, and Debian's packages
// `python3-urllib3 python3-dateutil python3-six python3-certifi`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createConfig, formatProblems, lint } from '@redocly/openapi-core';
import { generate } from 'orval';
import { toOpenapi30, withoutListDefaults } from './openapi-3.0.mjs';
import { mendJavaSources, toJavaDocument } from './java-client.mjs';
import { startServer } from './server.mjs';

process.chdir(import.meta.dirname);
const document = path.join('..', '..', 'openapi.json');
const jar = 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar';

function run(name, command, args) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) {
    console.error(`${name} failed: ${error?.message ?? ''}\n${stdout ?? ''}${stderr ?? ''}`.slice(0, 20_000));
    process.exit(1);
  }
  console.log(`${name}: done`);
}

const bin = (name) => path.join('node_modules', '.bin', name);

const problems = await lint({ ref: document, config: await createConfig({ extends: ['recommended'] }) });
formatProblems(problems, { totals: { errors: 0, warnings: problems.length, ignored: 0 }, version: '' });
if (problems.length > 0) process.exit(1);
console.log('redocly: 0 warnings');
run('spectral', bin('spectral'), ['lint', document, '--ruleset', '.spectral.yaml', '--fail-severity', 'hint']);

rmSync('out', { recursive: true, force: true });
mkdirSync('out');
run('openapi-typescript', bin('openapi-typescript'), [document, '-o', 'out/openapi-typescript/schema.ts']);
run('hey-api', bin('openapi-ts'), ['-i', document, '-o', 'out/hey-api', '--no-log-file']);

for (const client of ['fetch', 'react-query', 'zod']) {
  // It writes the default of a list of enum values as a list of any texts.
  const target = client === 'zod' ? withoutListDefaults(document) : document;
  const models = client === 'zod' ? {} : { schemas: `out/orval-${client}/model`, httpClient: 'fetch' };
  await generate({
    input: { target },
    output: { target: `out/orval-${client}/client.ts`, client, ...models },
  });
  // orval resolves even when it reports a failure.
  if (readFileSync(`out/orval-${client}/client.ts`, 'utf8').length < 10_000) process.exit(1);
}
run('tsc --strict', bin('tsc'), ['-p', '.']);

const openapi30 = toOpenapi30(JSON.parse(readFileSync(document, 'utf8')));
writeFileSync('out/openapi-3.0.json', JSON.stringify(openapi30));
const python = ['-g', 'python', '-i', 'out/openapi-3.0.json', '-o', 'out/python'];
run('openapi-generator python', 'java', [
  '-jar',
  jar,
  'generate',
  ...python,
  '--additional-properties=packageName=octavo',
]);
run('python -m compileall', 'python3', ['-m', 'compileall', '-q', 'out/python']);

writeFileSync('out/openapi-java.json', JSON.stringify(toJavaDocument(openapi30)));
const java = ['-g', 'java', '--library', 'native', '-i', 'out/openapi-java.json', '-o', 'out/java'];
run('openapi-generator java', 'java', [
  '-jar',
  jar,
  'generate',
  ...java,
  '--additional-properties=invokerPackage=octavo,apiPackage=octavo.api,modelPackage=octavo.model,openApiNullable=false',
]);
// The generator has the packages that its client needs in its own archive.
writeFileSync('out/java-sources', ['RunClient.java', ...mendJavaSources('out/java/src/main/java')].join('\n'));
run('javac', 'javac', ['-nowarn', '-proc:none', '-cp', jar, '-d', 'out/java-classes', '@out/java-sources']);

// The packages that the client needs are Debian's, so it runs with Debian's Python.
const server = await startServer();
process.env.PYTHONPATH = 'out/python';
try {
  run('run_client.py', '/usr/bin/python3', ['run_client.py', server.url, server.token]);
  run('RunClient.java', 'java', ['-cp', `${jar}:out/java-classes`, 'RunClient', server.url, server.token]);
} finally {
  await server.stop();
}
