import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { shippedLaunch } from '../../bench/launch.ts';
import { Settings } from '../../src/settings.ts';
import { aDirectory } from '../ops/server-process.ts';
import { aKeyPair } from '../saml-idp.ts';
import { textOf } from './blocks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const without = (program: string) => (has(program) ? '' : ` (skipped: no ${program})`);
const isSetting = (name: string) => name in Settings.shape;

const Variables = z.record(z.string(), z.string());
const Health = z.object({ test: z.array(z.string()).min(2), interval: z.string() });
const Compose = z.strictObject({
  services: z.record(
    z.string(),
    z.strictObject({
      build: z.string().optional(),
      image: z.string(),
      command: z.string().optional(),
      entrypoint: z.string().optional(),
      read_only: z.boolean().optional(),
      tmpfs: z.array(z.string()).optional(),
      cap_drop: z.array(z.string()).optional(),
      security_opt: z.array(z.string()).optional(),
      ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).optional(),
      stop_grace_period: z.string().optional(),
      environment: Variables.optional(),
      volumes: z.array(z.string().regex(/^\w+:\/[\w/]+$/)).optional(),
      depends_on: z
        .record(
          z.string(),
          z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
        )
        .optional(),
      healthcheck: Health.optional(),
      restart: z.enum(['unless-stopped', 'always', 'no']).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

describe('deploy/compose.yaml', () => {
  const { services, volumes } = Compose.parse(parse(textOf('deploy/compose.yaml')));

  test('every service waits for services that exist, and for their health where it asks for it', () => {
    for (const { depends_on = {} } of Object.values(services))
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(services).toHaveProperty(name);
        if (condition === 'service_healthy') expect(services[name]).toHaveProperty('healthcheck');
      }
  });

  test('every volume that a service mounts is declared', () => {
    const mounted = Object.values(services).flatMap(({ volumes: own = [] }) =>
      own.map((one) => one.split(':')[0] ?? ''),
    );
    expect(mounted.toSorted()).toEqual(Object.keys(volumes).toSorted());
  });

  test('Octavo gets settings that exist, and every secret that the page says to write', () => {
    const names = Object.keys(services['octavo']?.environment ?? {});
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
    const required = [...textOf('deploy/compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name);
    const written = [...textOf('docs/manual/operate/deploy.md').matchAll(/(?:'|\\n)(\w+)=%s/g)].map(
      ([, name = '']) => name,
    );
    expect(new Set(required)).toEqual(new Set(written));
  });
});

describe('Dockerfile', () => {
  const lines = textOf('Dockerfile').split('\n');

  test('everything that is copied exists in a built tree', () => {
    const copied = lines
      .filter((line) => line.startsWith('COPY --from=build'))
      .flatMap((line) => line.split(/\s+/).filter((part) => part.startsWith('/octavo/')));
    const missing = copied.map((path) => path.replace('/octavo/', '')).filter((path) => path !== 'dist');
    expect(copied.length).toBeGreaterThan(5);
    expect(missing.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('the variables of the Dockerfile are settings, and the image runs as an unprivileged user', () => {
    const variables = lines.find((line) => line.startsWith('ENV '))?.matchAll(/(\w+)=/g) ?? [];
    const names = [...variables].map(([, name = '']) => name);
    expect(names.filter((name) => !isSetting(name))).toEqual(['MALLOC_ARENA_MAX', 'NODE_ENV']);
    expect(lines).toContain('USER node');
  });
});

describe('the proxies of deploy', () => {
  test.each([
    ['deploy/nginx.conf', /client_max_body_size (\d+)g;/, 1_073_741_824],
    ['deploy/Caddyfile', /max_size (\d+)MB/, 1_000_000],
  ])('%s lets through the largest archive that Octavo takes', (file, pattern, unit) => {
    const limit = Number(pattern.exec(textOf(file))?.[1]) * unit;
    expect(limit).toBeGreaterThan(Settings.parse({}).IMPORT_MAX_BYTES);
  });
});

test('the image runs the version of Node that the README asks for', () => {
  const [, asked] = /You need Node (\d+)/.exec(textOf('README.md')) ?? [];
  const images = [...textOf('Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(([, major = '']) => major);
  expect(images).toEqual([asked, asked]);
});

test('the page of settings shows the default of every setting that has one', () => {
  const rows = new Map(
    [...textOf('docs/manual/operate/settings.md').matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, name, shown]) => [
      name,
      shown,
    ]),
  );
  const hidden = Object.entries(Settings.shape).filter(([name, setting]) => {
    const { data } = setting.safeParse(undefined);
    return data !== undefined && !(Array.isArray(data) && data.length === 0) && rows.get(name) === '';
  });
  expect(rows.size).toBeGreaterThan(80);
  expect(hidden.map(([name]) => name)).toEqual([]);
});

describe('every way to start the server', () => {
  const { flags, environment } = shippedLaunch;
  const files = ['package.json', 'Dockerfile', 'deploy/octavo.service', 'bench/README.md'];

  test.each(files)('%s starts Node with the flags and the environment that are measured', (file) => {
    const text = textOf(file);
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    expect([...flags, ...variables].filter((part) => !text.includes(part))).toEqual([]);
  });
});

describe('the files of deploy, read by their programs', () => {
  const check = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args);
    return { status, output: stdout.toString() + stderr.toString() };
  };

  test.runIf(has('nginx'))(`nginx accepts nginx.conf${without('nginx')}`, async () => {
    const directory = await aDirectory();
    const { key, cert } = aKeyPair();
    const at = (name: string) => join(directory.path, name);
    await writeFile(at('docs.example.com.key'), key);
    await writeFile(at('docs.example.com.pem'), cert);
    const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8').replaceAll('/etc/ssl/', `${directory.path}/`);
    await writeFile(
      at('nginx.conf'),
      `pid ${at('pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${site}\n}\n`,
    );
    expect(check('nginx', '-t', '-p', directory.path, '-c', at('nginx.conf'))).toMatchObject({ status: 0 });
    await directory.remove();
  });

  test.runIf(has('caddy'))(`Caddy accepts the Caddyfile${without('caddy')}`, () => {
    const config = join(root, 'deploy/Caddyfile');
    expect(check('caddy', 'adapt', '--adapter', 'caddyfile', '--config', config)).toMatchObject({ status: 0 });
  });

  test.runIf(has('systemd-analyze'))(`systemd accepts the unit${without('systemd-analyze')}`, async () => {
    const directory = await aDirectory();
    const unit = join(directory.path, 'octavo.service');
    // The path of the program in the unit need not exist on this machine.
    const text = readFileSync(join(root, 'deploy/octavo.service'), 'utf8').replace('/usr/bin/node', process.execPath);
    await writeFile(unit, text);
    const { output } = check('systemd-analyze', 'verify', unit);
    expect(output.split('\n').filter((line) => line.includes('octavo.service'))).toEqual([]);
    await directory.remove();
  });
});
