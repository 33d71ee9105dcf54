import { GraphQLError } from 'graphql';
import type * as z from 'zod';
import { hasScope } from '../access/policy.ts';
import type { Actor } from '../access/actor.ts';
import type { Scope } from '../access/scopes.ts';
import type { Context } from '../domain/core/context.ts';
import { findFailure } from '../engine/failures.ts';
import type { ToolResult } from '../handmade/mcp/protocol.ts';
import { readingTool, refused, writingTool, type Tool } from '../handmade/mcp/tools.ts';
import { failure, type DomainError, type ErrorType } from '../lib/errors.ts';

/** A tool of members, who use it with the scopes of their token. */
export interface MemberTool extends Tool<Context> {
  readonly scopes: readonly Scope[];
}

interface Declared<Form extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scopes: readonly Scope[];
  readonly form: Form;
  readonly run: (ctx: Context, given: z.output<Form>) => Promise<ToolResult>;
}

export const memberTool = <Form extends z.ZodObject>(declared: Declared<Form>): MemberTool =>
  toMemberTool(declared, readingTool);

/** A tool that writes: a change request, which a person merges, or a comment. */
export const proposingTool = <Form extends z.ZodObject>(declared: Declared<Form>): MemberTool =>
  toMemberTool(declared, writingTool);

function toMemberTool<Form extends z.ZodObject>(
  { scopes, run, ...told }: Declared<Form>,
  declare: typeof readingTool,
): MemberTool {
  const guarded = async (ctx: Context, given: z.output<Form>) => {
    for (const scope of scopes)
      if (!hasScope(ctx.actor, scope)) throw failure('insufficient_scope', `The token lacks the scope "${scope}"`);
    try {
      return await run(ctx, given);
    } catch (error) {
      return tellError(error);
    }
  };
  return { ...declare<Form, Context>({ ...told, run: guarded }), scopes };
}

/** Whether a token may use a tool. */
export const mayUse = (actor: Actor, { scopes }: MemberTool): boolean =>
  scopes.every((scope) => hasScope(actor, scope));

/** What to do about an error, for a model. */
const advice: Readonly<Partial<Record<ErrorType, string>>> = {
  not_found: 'Find the id by a search or a list.',
  precondition_failed: 'It has changed since. Read the change request again, and use its revision.',
  forbidden: 'The person who lent this token may not do this. Tell them, and do not try again.',
  rate_limited: 'Wait, then try again.',
  unavailable: 'Wait a second, then try again.',
};

/** Tells an error to the model. Throws what is no fault of the call, and a missing scope, which ends the request. */
function tellError(error: unknown): ToolResult {
  const known = findFailure(error);
  if (known !== null && known.type !== 'insufficient_scope' && known.status < 504) return tell(known);
  // The form of an argument is looser than its type, so the compiler may refuse a value.
  if (known === null && error instanceof GraphQLError && error.originalError === undefined)
    return refused(error.message);
  throw known ?? error;
}

function tell({ type, message, details = [], retryAfterSeconds }: DomainError): ToolResult {
  const wait = retryAfterSeconds === undefined ? '' : ` Try again in ${retryAfterSeconds} seconds.`;
  const problems = details.map(({ path, message: problem }) => `\n- ${path}: ${problem}`).join('');
  return refused(`${type}: ${message}.${wait} ${advice[type] ?? ''}`.trim() + problems);
}
