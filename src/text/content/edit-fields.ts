import * as z from 'zod';
import { canonicalEmoji } from '../../lib/emoji.ts';
import { choice, urlForm } from '../../lib/form-types.ts';
import { hasNoCredentials, httpUrl } from '../../lib/http-url.ts';

/** Operations on content. See docs/reference/content.md. */
export const contentOperations = {
  insert_page: 'Creates a page: a document, a group, a link or a computed page.',
  update_page: 'Updates the text, the attributes or the position of a page.',
  move_page: 'Moves a page, with everything below it.',
  delete_page: 'Deletes a page and everything below it.',
  revert_page: 'Restores a page from an earlier revision.',
  insert_files: 'Adds files.',
  rename_file: 'Renames a file.',
  delete_file: 'Deletes a file.',
  set_variables: 'Replaces the variables of the space.',
  insert_reusable_content: 'Creates a reusable content.',
  update_reusable_content: 'Updates a reusable content.',
  delete_reusable_content: 'Deletes a reusable content.',
} as const;
export type ContentOperationName = keyof typeof contentOperations;
export const ContentOperationName = choice('ContentOperation', 'An operation on content.', contentOperations);

/** The types of pages that can be created. */
const newPageTypes = {
  document: 'A page with a text.',
  group: 'A titled group of pages at the top of the tree.',
  link: 'A link to a page, a file or a URL.',
  computed: 'A page that is generated from a source.',
} as const;
export type NewPageType = keyof typeof newPageTypes;
export const NewPageType = choice('NewPageType', 'The type of a page to create.', newPageTypes);

/** Maximum number of operations in one request, and of files in one operation. See docs/reference/limits.md. */
export const maxOperations = 50;
export const maxInsertedFiles = 20;

/** Maximum number of files that one request fetches by URL; each may take half a minute. */
export const maxFetchedFiles = 20;

/** Maximum depth of the page tree, in levels. */
export const maxTreeDepth = 100;

export const PageTitle = z.string().trim().min(1).max(256);

/** Letters and digits of any script, and characters that need no escaping in a URL path; not only dots, and not `~` alone. */
export const PageSlug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\p{L}\p{M}\p{N}_~-][\p{L}\p{M}\p{N}._~-]*$/u, 'must be letters, digits, "-", "_", "." and "~"')
  .refine((slug) => slug !== '~', { error: 'must not be "~", where sites have their own addresses' });

export const PageEmoji = z
  .string()
  .max(50)
  .refine((text) => canonicalEmoji(text) !== null, 'must be one emoji');
export const PageIcon = z.string().min(1).max(50);
export const PageDescription = z.string().max(1_000);
/** Markdown of at most 2,097,152 characters. */
export const PageMarkdown = z.string().max(2_097_152);

/** Values by name, as in the `vars` of front matter. Numbers and booleans are stored as text. */
export const Variables = z
  .record(
    z.string().regex(/^[a-z]\w{0,99}$/i, 'must be a letter, then letters, digits and "_"'),
    z.union(
      [z.string().max(256), z.number(), z.boolean()],
      'must be a string of at most 256 characters, a number or a boolean',
    ),
  )
  .refine((variables) => Object.keys(variables).length <= 200, 'must have at most 200 names');

/** Converts variables to the form in which they are stored. */
export const storedVariables = (variables: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(variables ?? {}).map(([name, value]) => [name, String(value)]));

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

/** A name, valid within one request, by which operations refer to an entry that another operation creates. */
export const BatchRef = z.string().regex(/^[\w-]{1,100}$/, 'must be letters, digits, "-" and "_"');

/** The URL of a link page or of a cover. */
export const ReferenceUrl = urlForm(
  z
    .url({ protocol: /^(https?|mailto|tel)$/i, error: 'must be an http(s) URL' })
    .max(2_048)
    .refine(hasNoCredentials, 'must not contain a user name or password'),
);
export const Anchor = z.string().min(1).max(256);

/** `builtin:openapi`, `builtin:translation`, `integration:<name>:<source>`. */
export const ComputedType = z
  .string()
  .max(200)
  .regex(/^(builtin:[\w-]+|integration:[\w-]+:[\w-]+)$/, 'must be "builtin:…" or "integration:…:…"');

/** Parameters of a source: at most 8 kB of JSON. */
export const ComputedProps = z
  .record(z.string().max(100), z.unknown())
  .refine((props) => JSON.stringify(props).length <= 8_192, 'must be at most 8192 characters of JSON');
