import * as z from 'zod';
import { canonicalEmoji } from '../../../lib/emoji.ts';
import { httpUrl } from '../../../lib/http-url.ts';
import { problemOf } from '../../expressions/parse.ts';

/** What can be done to content, in the words of `operation`. Beyond section 5, and what that cannot do. */
export const contentOperations = {
  insert_page: 'Adds a page: a document, a group, a link or a computed page.',
  update_page: 'Changes a page: its text, its attributes, its place.',
  move_page: 'Puts a page elsewhere in the tree.',
  delete_page: 'Removes a page and everything below it.',
  revert_page: 'Brings a page back as it was in an earlier revision.',
  insert_files: 'Adds files.',
  rename_file: 'Renames a file.',
  delete_file: 'Removes a file.',
  set_variables: 'Replaces the variables of the space.',
  insert_reusable_content: 'Adds a reusable content.',
  update_reusable_content: 'Changes a reusable content.',
  delete_reusable_content: 'Removes a reusable content.',
} as const;
export type ContentOperationName = keyof typeof contentOperations;

/** What kinds of page can be added. */
export const newPageTypes = {
  document: 'A page with a text.',
  group: 'A heading over pages, at the root of the tree.',
  link: 'An entry that leads elsewhere.',
  computed: 'A page that is made from a source.',
} as const;
export type NewPageType = keyof typeof newPageTypes;

/** Operations in one request, and files in one of them. Beyond section 5. */
export const maxOperations = 50;
export const maxInsertedFiles = 20;

/** Files of one request that come from addresses: each may take half a minute to be fetched. */
export const maxFetchedFiles = 20;

/** Pages above a page, itself included. */
export const maxTreeDepth = 100;

export const PageTitle = z.string().trim().min(1).max(256);

/** One step of a path: letters, digits and marks that need no escape, in any script; not only dots. */
export const PageSlug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\p{L}\p{M}\p{N}_~-][\p{L}\p{M}\p{N}._~-]*$/u, 'must be letters, digits, "-", "_", "." and "~"');

export const PageEmoji = z
  .string()
  .max(50)
  .refine((text) => canonicalEmoji(text) !== null, 'must be one emoji');
export const PageIcon = z.string().min(1).max(50);
export const PageDescription = z.string().max(1_000);
/** One expression. Decisions, "Condition language": a syntax error is refused on write. */
export const PageCondition = z
  .string()
  .min(1)
  .max(1_024)
  .superRefine((text, ctx) => {
    const problem = text.length > 1_024 ? null : problemOf(text);
    if (problem !== null) ctx.addIssue({ code: 'custom', message: `must be an expression: ${problem}` });
  });

/** Two megabytes: what the Markdown parser is given at most. */
export const PageMarkdown = z.string().max(2_097_152);

/** Name → value, as front matter's `vars`. Numbers and booleans are kept as their text. Decisions 2.1. */
export const Variables = z
  .record(
    z.string().regex(/^[a-z]\w{0,99}$/i, 'must be a letter, then letters, digits and "_"'),
    z.union(
      [z.string().max(256), z.number(), z.boolean()],
      'must be a text of 256 characters at most, a number or a boolean',
    ),
  )
  .refine((variables) => Object.keys(variables).length <= 200, 'must have 200 names at most');

/** As they are kept. */
export const variablesOf = (given: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, String(value)]));

export const FileName = z
  .string()
  .min(1)
  .max(256)
  .regex(/^\P{Cc}+$/u, 'must hold no control characters');
export const FileUrl = httpUrl(2_048);
export const FileContentType = z
  .string()
  .max(100)
  .regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type');

/** A name that other operations of the same request know a new thing by. */
export const BatchRef = z.string().regex(/^[\w-]{1,100}$/, 'must be letters, digits, "-" and "_"');

/** Where a link page leads, or a picture is. */
export const ReferenceUrl = z.url({ protocol: /^(https?|mailto|tel)$/i, error: 'must be an http(s) URL' }).max(2_048);
export const Anchor = z.string().min(1).max(256);

/** Decisions 2.13: `builtin:openapi`, `builtin:translation`, `integration:<name>:<source>`. */
export const ComputedType = z
  .string()
  .max(200)
  .regex(/^(builtin:[\w-]+|integration:[\w-]+:[\w-]+)$/, 'must be "builtin:…" or "integration:…:…"');

/** What a source is given: JSON of 8 kB at most. */
export const ComputedProps = z
  .record(z.string().max(100), z.unknown())
  .refine((props) => JSON.stringify(props).length <= 8_192, 'must be 8192 characters at most');
