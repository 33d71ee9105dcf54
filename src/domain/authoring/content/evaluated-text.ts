import type { RevisionRow } from '../../../db/content/states.ts';
import type { Context } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import {
  evaluateExpressions,
  hasExpressions,
  mentionsSpaceVariables,
  type Evaluation,
} from '../../../text/content/evaluate-expressions.ts';
import { variablesOfSpace } from './variables.ts';

/** The scope in which a text is evaluated: its revision and the variables of its page. */
interface TextScope {
  readonly revision: RevisionRow;
  readonly variables: Readonly<Record<string, string>> | null;
}

/** Replaces the expressions in a text. The variables of the space are read only if the text refers to them. */
export async function evaluateText(
  ctx: Context,
  { revision, variables }: TextScope,
  markdown: string,
  evaluation: Exclude<Evaluation, 'false'>,
): Promise<string> {
  if (!hasExpressions(markdown)) return markdown;
  const space = mentionsSpaceVariables(markdown) ? await variablesOfSpace(ctx, revision) : {};
  const claims = ctx.actor.visitor?.claims ?? {};
  const read = await parseText(ctx, evaluateTask, [markdown, { page: variables ?? {}, space, claims, evaluation }]);
  return 'value' in read ? read.value : markdown;
}

/** Runs inline up to this length, because its time is linear. */
const evaluateTask = { name: 'evaluateExpressions', run: evaluateExpressions, inlineCharacters: 20_000 };
