import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { freePort } from './free-port.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyPair } from './saml-idp.ts';
import { until } from './until.ts';

/** Path of the pages of the identity provider in Debian's package. */
const pages = '/usr/share/simplesamlphp/www';

const interpreter = '/usr/bin/php';

const isInstalled = (): boolean => {
  if (!existsSync(pages)) return false;
  const { stdout } = spawnSync(interpreter, ['-m'], { encoding: 'utf8' });
  return ['dom', 'mbstring'].every((name) => stdout?.split('\n').includes(name));
};

/** Command that installs it on Debian. */
export const simpleSamlPhpNeeds = 'apt-get install simplesamlphp php-cli php-xml php-mbstring';

/** Whether SimpleSAMLphp can run on this machine. */
export const hasSimpleSamlPhp = isInstalled();

/** Service that is registered at the identity provider. */
interface KnownService {
  readonly entityID: string;
  readonly acsURL: string;
  /** Certificate as PEM. Assertions are encrypted for it, and requests must be signed with its key. */
  readonly certificate: string;
}

interface IdentityProvider {
  readonly pair: KeyPair;
  /** Email address of the user `ada`, whose password is `secret`. */
  readonly email: string;
  readonly service: KnownService;
}

const php = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const bodyOf = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');

/** Runs SimpleSAMLphp on this machine for the duration of `use`. */
export async function withSimpleSamlPhp<Result>(
  { pair, email, service }: IdentityProvider,
  use: (running: { readonly metadata: string }) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-simplesamlphp-'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}/`;
  const write = (file: string, lines: readonly string[]) =>
    writeFile(join(folder, file), `<?php\n${lines.join('\n')}\n`);
  await Promise.all(['metadata', 'cert', 'log', 'data', 'tmp', 'sessions'].map((name) => mkdir(join(folder, name))));
  await writeFile(join(folder, 'cert/idp.pem'), pair.key);
  await writeFile(join(folder, 'cert/idp.crt'), pair.cert);
  await write('config.php', [
    `$config = ['baseurlpath' => ${php(base)}, 'certdir' => ${php(`${folder}/cert/`)},`,
    `'loggingdir' => ${php(`${folder}/log/`)}, 'datadir' => ${php(`${folder}/data/`)}, 'tempdir' => ${php(`${folder}/tmp`)},`,
    `'metadatadir' => ${php(`${folder}/metadata`)}, 'metadata.sources' => [['type' => 'flatfile']],`,
    `'secretsalt' => 'only for a test', 'auth.adminpassword' => 'only for a test', 'timezone' => 'UTC',`,
    `'enable.saml20-idp' => true, 'module.enable' => ['core' => true, 'saml' => true, 'exampleauth' => true],`,
    `'store.type' => 'phpsession', 'session.phpsession.savepath' => ${php(`${folder}/sessions`)},`,
    `'session.cookie.secure' => false, 'session.phpsession.cookiename' => 'idp', 'logging.handler' => 'file',`,
    `'logging.level' => 7, 'production' => false];`,
  ]);
  await write('authsources.php', [
    `$config = ['people' => ['exampleauth:UserPass', 'ada:secret' => [`,
    `'email' => [${php(email)}], 'displayName' => ['Ada Example']]]];`,
  ]);
  await write('metadata/saml20-idp-hosted.php', [
    `$metadata['__DYNAMIC:1__'] = ['host' => '__DEFAULT__', 'privatekey' => 'idp.pem', 'certificate' => 'idp.crt',`,
    `'auth' => 'people', 'redirect.validate' => true];`,
  ]);
  await write('metadata/saml20-sp-remote.php', [
    `$metadata[${php(service.entityID)}] = ['AssertionConsumerService' => ${php(service.acsURL)},`,
    `'NameIDFormat' => 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', 'simplesaml.nameidattribute' => 'email',`,
    `'saml20.sign.assertion' => true, 'assertion.encryption' => true, 'validate.authnrequest' => true,`,
    `'certData' => ${php(bodyOf(service.certificate))}];`,
  ]);
  const server = spawn(interpreter, ['-S', `127.0.0.1:${port}`, '-t', pages], {
    env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: folder },
    stdio: 'ignore',
  });
  try {
    return await use({ metadata: await fetchMetadata(`${base}saml2/idp/metadata.php`, server) });
  } finally {
    server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until the server listens, and returns its answer. */
async function fetchMetadata(url: string, server: ChildProcess): Promise<string> {
  const reply = await until(
    () => fetch(url).catch(() => null),
    (answer) => answer !== null || server.exitCode !== null,
  );
  if (reply === null) throw new Error('SimpleSAMLphp did not start');
  const text = await reply.text();
  if (reply.ok && text.includes('<md:EntityDescriptor')) return text;
  throw new Error(`SimpleSAMLphp answered ${reply.status}: ${text.replaceAll(/<[^>]*>|\s+/g, ' ')}`);
}
