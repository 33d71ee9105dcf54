import type { RevisionRow } from '../../db/content/states.ts';
import type { Context } from '../context.ts';
import { readText } from '../read-text.ts';
import {
  evaluateExpressions,
  hasExpressions,
  mentionsSpaceVariables,
  type Evaluation,
} from './evaluate-expressions.ts';
import { variablesOfSpace } from './variables.ts';

/** The context of a text: its revision, and the variables of its page. */
interface TextScope {
  readonly revision: RevisionRow;
  readonly variables: Readonly<Record<string, string>> | null;
}

/** A text with its expressions replaced. The variables of the space are read only for texts that refer to them. */
export async function withValues(
  ctx: Context,
  { revision, variables }: TextScope,
  markdown: string,
  evaluation: Exclude<Evaluation, 'false'>,
): Promise<string> {
  if (!hasExpressions(markdown)) return markdown;
  const space = mentionsSpaceVariables(markdown) ? await variablesOfSpace(ctx, revision) : {};
  const claims = ctx.actor.visitor?.claims ?? {};
  const read = await readText(ctx, evaluateTask, [markdown, { page: variables ?? {}, space, claims, evaluation }]);
  return 'value' in read ? read.value : markdown;
}

/** Takes a time that grows linearly with the text. */
const evaluateTask = { name: 'evaluateExpressions', run: evaluateExpressions, inlineCharacters: 20_000 };
