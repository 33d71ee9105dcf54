import * as z from 'zod';
import { nameInGraph, typeOfForm } from '../lib/form-types.ts';

/**
 * Spells a name of the contract as the graph does, with a capital only where a word begins: `photoURL` → `photoUrl`,
 * `OpenAPISpec` → `OpenApiSpec`, `site_selection` → `siteSelection`.
 */
export const spellName = (name: string): string =>
  name
    .replaceAll(/(?<=[A-Z])[A-Z]+(?![a-z])/g, (letters) => letters.toLowerCase())
    .replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Spells the names of members that a description cites, such as `entityID`, as the graph does. Constants stay as they are. */
export const spellCitations = (description: string): string => description.replaceAll(/`[a-z]+[A-Z_]\w*`/g, spellName);

/** The `extensions` of an argument that has another name in the contract: that of the query parameter. */
export interface ArgumentExtension {
  readonly nameInContract: string;
}

/** Options of an argument that REST takes as a query parameter of another name. */
export const asParameter = (nameInContract: string) => ({
  extensions: { nameInContract } satisfies ArgumentExtension,
});

/** What the name of a member of a type ends in, by the name of the type. See docs/reference/graphql-style.md. */
const suffixes: Readonly<Record<string, string>> = { ID: 'Id', URL: 'Url' };

/**
 * Returns the name of a member of a form in the graph. An id ends in `Id` there and a URL in `Url`, so that `parent` is
 * `parentId`, and a list of ids `users` is `userIds`.
 */
export function memberName(name: string, form: z.ZodType): string {
  const given = nameInGraph(form);
  if (given !== undefined) return given;
  const isList = form instanceof z.ZodArray;
  const suffix = suffixes[typeOfForm(isList ? (form.element as z.ZodType) : form)?.name ?? ''];
  const spelled = spellName(name);
  if (suffix === undefined) return spelled;
  const ending = isList ? `${suffix}s` : suffix;
  if (spelled.endsWith(ending) || spelled === ending.toLowerCase()) return spelled;
  return `${isList ? spelled.replace(/s$/, '') : spelled}${ending}`;
}
