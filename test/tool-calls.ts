import type { Caller } from './harness.ts';

export interface ToolAnswer {
  /** That of the HTTP response. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly texts: readonly string[];
  readonly isError: boolean;
}

/** Sends a message of the protocol to `/mcp`. */
export const sendMessage = (caller: Pick<Caller, 'rest'>, method: string, params: object = {}) =>
  caller.rest('POST /mcp', { jsonrpc: '2.0', id: 1, method, params });

/** Calls a tool of members. */
export async function callTool(
  caller: Pick<Caller, 'rest'>,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<ToolAnswer> {
  const { status, headers, body } = await sendMessage(caller, 'tools/call', { name, arguments: given });
  const { content = [], isError = false } = body?.result ?? {};
  return { status, headers, texts: content.map(({ text }: { text: string }) => text), isError };
}

/** The names of the tools that a token may use. */
export const listTools = async (caller: Pick<Caller, 'rest'>): Promise<string[]> =>
  (await sendMessage(caller, 'tools/list')).body.result.tools.map(({ name }: { name: string }) => name);
