import type { InputFieldMap, InputShapeFromFields, OutputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type * as z from 'zod';
import type { Context } from '../domain/core/context.ts';
import { builder } from './builder.ts';
import { takes } from './form-inputs.ts';
import { failureInGraph } from './form-paths.ts';
import { isPayloadField, type PayloadField } from './payload.ts';

/** The argument `input` of a mutation. */
interface Input {
  readonly form: z.ZodType;
  readonly description: string;
  readonly isOptional?: true;
}

type InputArgument<Given> = Given extends { readonly form: infer Form extends z.ZodType }
  ? Given extends { readonly isOptional: true }
    ? { readonly input?: z.output<Form> | null }
    : { readonly input: z.output<Form> }
  : unknown;

interface Mutation<Args extends InputFieldMap, Given extends Input | undefined, Result> {
  readonly description: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Arguments that select what is changed, besides the input. */
  readonly args?: Args;
  readonly input?: Given;
  /** What the mutation returns: one thing, or the type of a payload with more fields. */
  readonly payload: PayloadField<Result> | OutputRef<Result>;
  readonly resolve: (
    ctx: Context,
    args: InputShapeFromFields<Args> & InputArgument<Given>,
    info: GraphQLResolveInfo,
  ) => NoInfer<Result> | Promise<NoInfer<Result>>;
}

/**
 * Defines a mutation: its arguments, its input and its payload, which is named after it. The resolver gets the input as the
 * form of the domain validates it.
 */
export function mutation<
  Result,
  Args extends InputFieldMap = Record<never, never>,
  const Given extends Input | undefined = undefined,
>(name: string, { args, input, payload, resolve, ...options }: Mutation<Args, Given, Result>): void {
  const payloadName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload` as const;
  const type = isPayloadField(payload) ? payload.define(payloadName) : payload;
  const show = isPayloadField(payload) ? payload.show : (result: Result) => result;
  builder.mutationField(name, (t) =>
    t.field({
      ...options,
      type,
      args: {
        ...args,
        ...(input
          ? { input: t.arg({ ...takes(input.form, input.description), required: input.isOptional !== true }) }
          : {}),
      },
      // The types of the arguments and of the payload are those of the declaration, which Pothos does not see.
      resolve: async (_root, given, ctx, info) => {
        try {
          return show(await resolve(ctx, given as never, info)) as never;
        } catch (error) {
          throw input ? failureInGraph(input.form, error) : error;
        }
      },
    }),
  );
}
