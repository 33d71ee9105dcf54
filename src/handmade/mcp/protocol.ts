/** Revisions of the Model Context Protocol that begin with a handshake, newest first. */
const handshakeRevisions = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** Revisions whose requests say all about themselves, in `_meta` and in headers. */
const statelessRevisions = ['2026-07-28'];

const firstStateless = '2026-07-28';

const reserved = 'io.modelcontextprotocol/';
const keys = {
  revision: `${reserved}protocolVersion`,
  client: `${reserved}clientInfo`,
  capabilities: `${reserved}clientCapabilities`,
  server: `${reserved}serverInfo`,
};

/** A tool as `tools/list` has it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: object;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: false;
    readonly openWorldHint: false;
  };
}

/** What a tool answers. Each text is one block. */
export interface ToolResult {
  readonly texts: readonly string[];
  /** Whether the tool could not do it. The texts say why. */
  readonly isError?: boolean;
}

/** The tools of one caller. */
export interface ToolServer {
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly ListedTool[];
  /** Runs a tool; null for a name that is none. */
  readonly call: (name: string, given: Readonly<Record<string, unknown>>) => Promise<ToolResult> | null;
}

/** Headers of a request, in lower case. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface ToolRequest {
  /** The parsed body. */
  readonly message: unknown;
  readonly headers: Headers;
}

export interface ToolAnswer {
  readonly status: number;
  /** Null for an answer without a body. */
  readonly body: object | null;
  /** Value of `Mcp-Session-Id`. */
  readonly session?: string;
}

type Params = Readonly<Record<string, unknown>>;

interface Message {
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: Params;
}

const codes = {
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  headersDiffer: -32_020,
  unknownRevision: -32_022,
};

class Refusal extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, { status = 400, data }: { status?: number; data?: object } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/**
 * Answers a message of the Model Context Protocol to a server that has tools and keeps nothing: every process answers every
 * message, by one JSON document. Serves revisions with a handshake and those without one.
 */
export async function answerTools(server: ToolServer, { message, headers }: ToolRequest): Promise<ToolAnswer> {
  let id: Message['id'];
  try {
    const read = readMessage(message);
    if (read === null) return { status: 202, body: null };
    ({ id } = read);
    return isStateless(read, headers)
      ? await answerAlone(server, read, headers)
      : await answerTold(server, read, headers);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message: text, data } = error;
    return {
      status: error.status,
      body: { jsonrpc: '2.0', id: id ?? null, error: { code, message: text, ...(data && { data }) } },
    };
  }
}

/** Reads a message that wants an answer; null for a notification and for an answer of the client. */
function readMessage(message: unknown): Message | null {
  if (Array.isArray(message)) throw new Refusal(codes.invalidRequest, 'Batches of messages are not supported');
  if (!isObject(message) || message['jsonrpc'] !== '2.0')
    throw new Refusal(codes.invalidRequest, 'The body must be a JSON-RPC 2.0 message');
  const { id, method, params = {} } = message;
  if (typeof method !== 'string') {
    if ('result' in message || 'error' in message) return null;
    throw new Refusal(codes.invalidRequest, 'The message must have a "method"');
  }
  if (!isObject(params)) throw new Refusal(codes.invalidRequest, '"params" must be an object');
  if (id === undefined) return null;
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new Refusal(codes.invalidRequest, '"id" must be a string or a number');
  return { id, method, params };
}

/** A revision with a handshake: what the handshake said is not known any more, and not needed. */
async function answerTold(server: ToolServer, message: Message, headers: Headers): Promise<ToolAnswer> {
  const { id, method, params } = message;
  const send = (result: object): ToolAnswer => ({ status: 200, body: { jsonrpc: '2.0', id, result } });
  if (method === 'initialize') {
    const asked = params['protocolVersion'];
    const protocolVersion = handshakeRevisions.find((one) => one === asked) ?? handshakeRevisions[0];
    const { instructions } = server;
    const session = writeSession(readClient(params['clientInfo']));
    return { ...send({ protocolVersion, capabilities, serverInfo: infoOf(server), instructions }), ...session };
  }
  const revision = headerOf(headers, 'mcp-protocol-version');
  if (revision !== null && !handshakeRevisions.includes(revision)) throw unknownRevision(revision);
  if (method === 'ping') return send({});
  const result = await answerMethod(server, message);
  if (result === null) throw new Refusal(codes.unknownMethod, `Unknown method: ${method}`, { status: 200 });
  return send(result);
}

/** A revision without a handshake. Its headers repeat what proxies want to know, and must agree with the body. */
async function answerAlone(server: ToolServer, message: Message, headers: Headers): Promise<ToolAnswer> {
  const { id, method, params } = message;
  const meta = metaOf(params);
  const revision = meta[keys.revision];
  if (typeof revision !== 'string' || !isObject(meta[keys.capabilities]))
    throw new Refusal(codes.invalidParams, `"_meta" must have "${keys.revision}" and "${keys.capabilities}"`);
  if (!statelessRevisions.includes(revision)) throw unknownRevision(revision);
  assertSame(headers, 'mcp-protocol-version', revision);
  assertSame(headers, 'mcp-method', method);
  if (method === 'tools/call') assertSame(headers, 'mcp-name', params['name']);
  const { instructions } = server;
  const answer =
    method === 'server/discover'
      ? { supportedVersions: statelessRevisions, capabilities, instructions, ...unkept }
      : await answerMethod(server, message);
  if (answer === null) throw new Refusal(codes.unknownMethod, `Unknown method: ${method}`, { status: 404 });
  const caching = method === 'tools/list' ? unkept : {};
  const result = { ...answer, ...caching, resultType: 'complete', _meta: { [keys.server]: infoOf(server) } };
  return { status: 200, body: { jsonrpc: '2.0', id, result } };
}

const capabilities = { tools: {} };

/** Tools are those of a token, and of the site as it is now. */
const unkept = { ttlMs: 0, cacheScope: 'private' };

const infoOf = ({ title, version }: ToolServer) => ({ name: 'octavo', title, version });

/** What both kinds of revisions answer alike; null for an unknown method. */
async function answerMethod({ tools, call }: ToolServer, { method, params }: Message): Promise<object | null> {
  if (method === 'tools/list') return { tools };
  if (method !== 'tools/call') return null;
  const { name, arguments: given = {} } = params;
  if (typeof name !== 'string' || !isObject(given))
    throw new Refusal(codes.invalidParams, '"name" must be a string and "arguments" an object', { status: 200 });
  const called = call(name, given);
  if (called === null) throw new Refusal(codes.invalidParams, `Unknown tool: ${name.slice(0, 100)}`, { status: 200 });
  const { texts, isError } = await called;
  return { content: texts.map((text) => ({ type: 'text', text })), ...(isError && { isError }) };
}

const isStateless = ({ params }: Message, headers: Headers) =>
  keys.revision in metaOf(params) || (headerOf(headers, 'mcp-protocol-version') ?? '') >= firstStateless;

const unknownRevision = (requested: string) =>
  new Refusal(codes.unknownRevision, 'Unsupported protocol version', {
    data: { supported: [...statelessRevisions, ...handshakeRevisions], requested: requested.slice(0, 100) },
  });

function assertSame(headers: Headers, name: string, expected: unknown): void {
  const given = headerOf(headers, name);
  if (given === null || decode(given) !== expected)
    throw new Refusal(codes.headersDiffer, `The header "${name}" must say the same as the body`);
}

/** Values that no header can carry are written in Base64. */
const decode = (value: string): string => {
  const written = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(value)?.[1];
  return written === undefined ? value : Buffer.from(written, 'base64').toString();
};

/** Name and version of the program that sends a message; null when it does not say. */
export function findClient({ message, headers }: ToolRequest): string | null {
  const params = isObject(message) && isObject(message['params']) ? message['params'] : {};
  return readClient(metaOf(params)[keys.client] ?? params['clientInfo']) ?? readSession(headers);
}

const sessionPrefix = 'client.';

/**
 * The handshake alone names the client, so the session that the client repeats from then on is that name: nothing is kept, and
 * any process reads it.
 */
const writeSession = (client: string | null) =>
  client === null ? {} : { session: `${sessionPrefix}${Buffer.from(client).toString('base64url')}` };

function readSession(headers: Headers): string | null {
  const session = headerOf(headers, 'mcp-session-id');
  if (session === null || !session.startsWith(sessionPrefix)) return null;
  return shorten(Buffer.from(session.slice(sessionPrefix.length, 1_000), 'base64url').toString());
}

function readClient(info: unknown): string | null {
  if (!isObject(info) || typeof info['name'] !== 'string') return null;
  return shorten(typeof info['version'] === 'string' ? `${info['name']}/${info['version']}` : info['name']);
}

const maxClient = 100;

const shorten = (text: string): string | null =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxClient)
    .toWellFormed() || null;

const metaOf = (params: Params): Params => (isObject(params['_meta']) ? params['_meta'] : {});

function headerOf(headers: Headers, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
