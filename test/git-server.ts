import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { hearChild } from '../src/lib/hear-child.ts';

/** How the server answers instead of passing a request to git. */
export interface GitSwitches {
  /** Answers every request with this status. */
  status?: 401 | 403 | 404 | 500;
  /** Redirects every request to this URL, with the path of the request. */
  location?: string;
  /** Asks for this user and password. */
  credential?: string;
  /** Ends every answer after so many bytes. */
  cutAfter?: number;
  /** Answers nothing. */
  isSilent?: boolean;
  /** Receives a push, but loses the answer. */
  losesPushAnswers?: boolean;
  /** Answers requests to the API of the host. */
  api?: (request: { path: string; authorization: string; body: unknown }) => { status: number; body: object };
  /** Called before a push is passed on. */
  beforePush?: () => void;
}

export interface GitServer extends AsyncDisposable {
  /** URL of a repository. */
  url(name: string): string;
  readonly port: number;
  /** Reset it between tests. */
  switches: GitSwitches;
  /** Requests so far: method, path and the header `Authorization`. */
  readonly requests: {
    readonly line: string;
    readonly authorization: string | null;
    readonly protocol: string | null;
  }[];
  /** Ends all connections, as a server does that crashes. */
  endConnections(): void;
  /** Makes a repository, whose branch `main` has these files when there are any. */
  repository(name: string, files?: Readonly<Record<string, string | Buffer>>): TestRepository;
}

/** A bare repository on the disk of the server. */
export interface TestRepository {
  readonly folder: string;
  git(args: readonly string[], input?: string | Buffer, env?: Readonly<Record<string, string>>): string;
  /** Commits files to a branch, as somebody else would; null deletes one. Returns the id of the commit. */
  commit(
    files: Readonly<Record<string, string | Buffer | null>>,
    options?: { branch?: string; message?: string },
  ): string;
  /** The files of a branch. */
  files(branch?: string): Record<string, string>;
  /** Writes a hook of the server. */
  hook(name: string, script: string): void;
}

const environment: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) => [
      [`GIT_${role}_NAME`, 'Ada Lovelace'],
      [`GIT_${role}_EMAIL`, 'ada@example.org'],
      [`GIT_${role}_DATE`, '1700000000 +0000'],
    ]),
  ),
};

function runGit(folder: string, args: readonly string[], input: string | Buffer = '', env = {}): Buffer {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: folder,
    input,
    env: { ...environment, ...env },
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString()}`);
  return stdout;
}

/** What `git init --bare` makes, without its start. */
const bare: Readonly<Record<string, string>> = {
  HEAD: 'ref: refs/heads/main\n',
  config: `[core]\n\trepositoryformatversion = 0\n\tbare = true\n[http]\n\treceivepack = true\n[uploadpack]\n\tallowFilter = true\n`,
};

/** Makes a bare repository in a folder. */
export function openRepository(folder: string): TestRepository {
  for (const name of ['objects', 'refs/heads']) mkdirSync(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(bare)) writeFileSync(join(folder, name), text);
  const git: TestRepository['git'] = (args, input, env) => runGit(folder, args, input, env).toString();
  return {
    folder,
    git,
    commit: (files, { branch = 'main', message = 'Change' } = {}) => {
      const ref = `refs/heads/${branch}`;
      const hasParent = existsSync(join(folder, ref));
      const identity = `${environment['GIT_COMMITTER_NAME']} <${environment['GIT_COMMITTER_EMAIL']}> ${environment['GIT_COMMITTER_DATE']}`;
      const lines = [
        `commit ${ref}\nmark :1\ncommitter ${identity}\n`,
        ...data(message),
        ...(hasParent ? [`from ${ref}^0\n`] : []),
        // A folder may take the place of a file.
        ...Object.entries(files).flatMap(([path, body]) => (body === null ? [`D ${quoted(path)}\n`] : [])),
        ...Object.entries(files).flatMap(([path, body]) =>
          body === null ? [] : [`M 100644 inline ${quoted(path)}\n`, ...data(body)],
        ),
        'get-mark :1\ndone\n',
      ];
      const input = Buffer.concat(lines.map((line) => Buffer.from(line)));
      return git(['fast-import', '--quiet', '--done', '--force', '--date-format=raw'], input).trim();
    },
    files: (branch = 'main') => {
      const entries = git(['ls-tree', '-r', '-z', branch]).split('\0').slice(0, -1);
      const paths = entries.map((entry) => entry.slice(entry.indexOf('\t') + 1));
      const oids = entries.map((entry) => entry.split(/[ \t]/)[2] ?? '');
      let rest = runGit(folder, ['cat-file', '--batch', '--buffer'], oids.map((oid) => `${oid}\n`).join(''));
      return Object.fromEntries(
        paths.map((path) => {
          const start = rest.indexOf(10) + 1;
          const end = start + Number(rest.subarray(0, start).toString().trim().split(' ')[2]);
          const text = rest.subarray(start, end).toString();
          rest = rest.subarray(end + 1);
          return [path, text];
        }),
      );
    },
    hook: (name, script) => {
      const path = join(folder, 'hooks', name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `#!/bin/sh\n${script}\n`);
      chmodSync(path, 0o755);
    },
  };
}

/** Bytes as `git fast-import` reads them. */
function data(body: string | Buffer): (string | Buffer)[] {
  const bytes = Buffer.from(body);
  return [`data ${bytes.length}\n`, bytes, '\n'];
}

const quoted = (path: string) => JSON.stringify(path);

/** Serves repositories of a temporary folder by `git http-backend`, as CGI (RFC 3875). */
export async function gitServer(): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'octavo-git-server-'));
  const requests: GitServer['requests'] = [];
  const state: { switches: GitSwitches } = { switches: {} };
  const server = createServer((request, response) => {
    const { authorization = null, 'git-protocol': protocol } = request.headers;
    requests.push({
      line: `${request.method} ${request.url}`,
      authorization,
      protocol: protocol ? String(protocol) : null,
    });
    answerGit(state.switches, root, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    requests,
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    get switches() {
      return state.switches;
    },
    set switches(switches) {
      state.switches = switches;
    },
    endConnections: () => server.closeAllConnections(),
    repository: (name, files) => {
      const repository = openRepository(join(root, name));
      if (files) repository.commit(files, { message: 'First' });
      return repository;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Answers a request to the API of the host; 404 without one. */
function answerApi({ api }: GitSwitches, request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { url: path = '', headers } = request;
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || 'null');
    const answer = api?.({ path, authorization: headers.authorization ?? '', body }) ?? { status: 404, body: {} };
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
}

/** Answers a request for one of the repositories in a folder, by `git http-backend`. */
export function answerGit(
  switches: GitSwitches,
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const url = new URL(request.url ?? '', 'http://server');
  if (switches.isSilent) return;
  if (switches.location) return void response.writeHead(301, { location: `${switches.location}${request.url}` }).end();
  if (switches.status) return void response.writeHead(switches.status, { 'www-authenticate': 'Basic' }).end();
  if (url.pathname.startsWith('/api/')) return answerApi(switches, request, response);
  const expected = switches.credential && `Basic ${Buffer.from(switches.credential).toString('base64')}`;
  if (expected && request.headers.authorization !== expected)
    return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  const isPush = url.pathname.endsWith('/git-receive-pack');
  if (isPush) switches.beforePush?.();
  const backend = spawn('git', ['http-backend'], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'somebody',
    },
  });
  hearChild(backend, () => undefined);
  pipeline(request, backend.stdin, () => undefined);
  let bytes = Buffer.alloc(0);
  let left = switches.cutAfter ?? Infinity;
  let hasHead = false;
  const send = (body: Buffer) => {
    if (body.length === 0) return;
    response.write(body.subarray(0, left));
    left -= body.length;
    // What was written is on its way before the connection ends.
    if (left <= 0) setImmediate(() => response.destroy());
  };
  backend.stdout.on('data', (chunk: Buffer) => {
    if (isPush && switches.losesPushAnswers) return;
    if (hasHead) return send(chunk);
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return;
    hasHead = true;
    const head = bytes
      .subarray(0, end)
      .toString('latin1')
      .split('\r\n')
      .map((line) => line.split(/: (.*)/));
    const status = head.find(([name]) => name === 'Status')?.[1];
    response.writeHead(
      Number(status?.slice(0, 3) ?? 200),
      Object.fromEntries(head.filter(([name]) => name !== 'Status')),
    );
    send(bytes.subarray(end + 4));
  });
  backend.stdout.on('close', () => (isPush && switches.losesPushAnswers ? response.destroy() : response.end()));
}
