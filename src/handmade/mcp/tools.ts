import * as z from 'zod';
import type { ListedTool, ToolResult } from './protocol.ts';

/** A tool, whose arguments are an object of a form. */
export interface Tool<Caller> {
  readonly listed: ListedTool;
  /** Runs the tool. What is wrong with the arguments is a result, from which a model can learn. */
  readonly run: (caller: Caller, given: unknown) => Promise<ToolResult>;
}

interface DeclaredTool<Form extends z.ZodObject, Caller> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly form: Form;
  readonly run: (caller: Caller, given: z.output<Form>) => Promise<ToolResult>;
}

/** Declares a tool that reads. */
export const readingTool = <Form extends z.ZodObject, Caller>(tool: DeclaredTool<Form, Caller>): Tool<Caller> =>
  toTool(tool, { readOnlyHint: true, openWorldHint: false });

/** Declares a tool that writes. */
export const writingTool = <Form extends z.ZodObject, Caller>(tool: DeclaredTool<Form, Caller>): Tool<Caller> =>
  toTool(tool, { readOnlyHint: false, destructiveHint: false, openWorldHint: false });

function toTool<Form extends z.ZodObject, Caller>(
  { name, title, description, form, run }: DeclaredTool<Form, Caller>,
  annotations: ListedTool['annotations'],
): Tool<Caller> {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(form, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // What every list of tools would repeat, at the cost of the model's attention. It is checked all the same.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
      if ((jsonSchema.maxLength ?? 0) >= longText) delete jsonSchema.maxLength;
    },
  });
  return {
    listed: { name, title, description, inputSchema, annotations },
    run: async (caller, given) => {
      const read = form.safeParse(given);
      return read.success
        ? run(caller, read.data)
        : refused(`The arguments are wrong:\n${z.prettifyError(read.error)}`);
    },
  };
}

/** Length of texts that a model does not exceed by accident, in characters. */
const longText = 500;

/** What a tool answers when it cannot do what it was asked. */
export const refused = (...texts: readonly string[]): ToolResult => ({ texts, isError: true });

/** Maximum number of characters that a tool returns of one text. */
const maxCharacters = 24_000;

/** Where a long text is continued. */
export const From = z.number().int().min(0).optional().describe('Where to go on; the result before says it');

/** A text from a character on, as much as a tool returns at once; what is left is said in a block of its own. */
export function partOf(text: string, from = 0): ToolResult {
  if (from > 0 && from >= text.length) return refused(`The text has only ${text.length} characters`);
  const end = isPairAt(text, from + maxCharacters) ? from + maxCharacters - 1 : from + maxCharacters;
  const part = text.slice(from, end);
  const rest = text.length - end;
  return { texts: rest > 0 ? [part, `${rest} more characters. Go on with "from": ${end}`] : [part] };
}

/** Whether a place is between the halves of a character. */
const isPairAt = (text: string, at: number) => /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1)) && at > 0;
