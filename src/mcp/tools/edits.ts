import * as z from 'zod';
import { Id } from '../../lib/form-types.ts';
import { failure } from '../../lib/errors.ts';
import type { Context } from '../../domain/core/context.ts';
import { aDocument, inContent } from '../document.ts';
import * as forms from '../forms.ts';
import { proposingTool, type MemberTool } from '../member-tool.ts';

/** Maximum number of changes of one call, and of replacements in one page. */
const maxChanges = 20;

const Replacement = z.strictObject({
  find: z.string().min(1).describe('Text that stands in the page exactly once'),
  with: z.string(),
});

const Change = z.strictObject({
  operation: z.enum(['insert', 'update', 'move', 'delete']),
  page: Id.optional().describe('Id; not for insert'),
  title: z.string().min(1).max(255).optional(),
  description: z.string().optional(),
  slug: z.string().optional(),
  markdown: z.string().optional().describe('The whole text'),
  replace: z.array(Replacement).min(1).max(maxChanges).optional().describe('For update, in place of markdown'),
  parent: Id.nullable().optional().describe('Id of the page above, for insert and move; null for the top'),
  at: z.int().min(0).optional().describe('Place among its siblings'),
});

type GivenChange = z.output<typeof Change>;

const markdownOf = inContent<{ readonly page: { readonly markdown: string | null } | null }>(
  'Text',
  ', $id: ID',
  'page(id: $id) { markdown }',
);

const edited = aDocument<{
  updateContent: {
    readonly revisionId: string;
    readonly changes: readonly { readonly pageId: string; readonly type: string }[];
    readonly warnings: readonly { readonly path: string; readonly message: string }[];
  };
}>(
  `mutation Edit($space: ID!, $changeRequest: ID!, $revision: ID!, $input: UpdateContentInput!) {
    updateContent(spaceId: $space, changeRequestId: $changeRequest, expectedRevision: $revision, input: $input) {
      revisionId changes { pageId type } warnings { path message }
    }
  }`,
);

const editPages = proposingTool({
  name: 'edit_pages',
  title: 'Propose edits to pages',
  description:
    'Changes pages of a change request in one revision, all or none. Fails when the change request has another revision than the one given.',
  scopes: ['space:content:write', 'space:content:read', 'space:change-requests:read'],
  form: z.strictObject({
    space: forms.space,
    changeRequest: forms.changeRequest,
    revision: Id.describe('Revision of the change request as you read it'),
    changes: z.array(Change).min(1).max(maxChanges),
  }),
  run: async (ctx, { space, changeRequest, revision, changes }) => {
    const at = { space, changeRequest };
    const texts = await Promise.all(changes.map((change) => writeText(ctx, at, change)));
    const input = { changes: changes.map((change, index) => toChange(change, texts[index])) };
    const { updateContent: answer } = await edited(ctx, { ...at, revision, input });
    const touched = answer.changes.map(({ pageId, type }) => `- ${pageId} ${type}`);
    const warnings = answer.warnings.map(({ path, message }) => `- ${path}: ${message}`);
    const told = warnings.length === 0 ? '' : `\n\n## Warnings\n\n${warnings.join('\n')}`;
    return { texts: [`Revision ${answer.revisionId}\n\n${touched.join('\n')}${told}`] };
  },
});

type At = Readonly<Record<'space' | 'changeRequest', string>>;

/** The text that a page is given; undefined when it keeps its text. */
async function writeText(ctx: Context, at: At, { page, markdown, replace }: GivenChange): Promise<string | undefined> {
  if (replace === undefined) return markdown;
  if (markdown !== undefined) throw invalid('replace', 'stands in place of markdown');
  const stored = (await markdownOf(ctx, { ...at, id: page })).page?.markdown;
  if (typeof stored !== 'string')
    throw failure('reference_not_found', `The change request has no page "${page ?? ''}" with a text`);
  let text = stored;
  for (const { find, with: next } of replace) {
    const [before = '', after, ...more] = text.split(find);
    if (after === undefined)
      throw invalid('replace.find', `stands nowhere in the page: ${find.slice(0, 80).toWellFormed()}`);
    if (more.length > 0) throw invalid('replace.find', `stands ${more.length + 1} times in the page; name more of it`);
    text = `${before}${next}${after}`;
  }
  return text;
}

const invalid = (path: string, message: string) =>
  failure('validation_failed', `The change is not valid: ${path} ${message}`, {
    details: [{ path, rule: 'custom', message }],
  });

const operations = { insert: 'INSERT_PAGE', update: 'UPDATE_PAGE', move: 'MOVE_PAGE', delete: 'DELETE_PAGE' } as const;

/** A change as the graph has it. What its operation does not take is refused there. */
function toChange(
  { operation, page, parent, markdown: _markdown, replace: _replace, ...rest }: GivenChange,
  text: string | undefined,
) {
  return {
    operation: operations[operation],
    ...rest,
    ...(page === undefined ? {} : { pageId: page }),
    ...(parent === undefined ? {} : { parentId: parent }),
    ...(text === undefined ? {} : { document: { markdown: text } }),
  };
}

export const editTools: readonly MemberTool[] = [editPages];
