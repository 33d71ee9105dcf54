import * as z from 'zod';
import { typeOfForm } from '../../src/lib/form-types.ts';
import { core, findAlternatives, hasMembers, listMembers } from '../../src/schema/form-members.ts';
import { isKind } from '../../src/schema/form-spelling.ts';

/**
 * A copy of a value of a form that notes which of its members are read, with the name of their form: `UpdateSpace.title`. Reads of
 * members of members, and of those of lists, are noted as well.
 */
export function watchInput(given: z.ZodType, value: unknown, note: (member: string) => void): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const form = core(given);
  const within = (inner: z.ZodType, one: unknown) => watchInput(inner, one, note);
  if (form instanceof z.ZodArray)
    return Array.isArray(value) ? value.map((item) => within(form.element as z.ZodType, item)) : value;
  const alternative = findAlternatives(form)?.find(({ form: of }) => isKind(of, value));
  if (alternative) return within(alternative.form, value);
  if (form instanceof z.ZodRecord)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, within(form.valueType as z.ZodType, one)]),
    );
  if (!hasMembers(form)) return value;
  const name = (typeOfForm(given) ?? typeOfForm(form))?.name;
  const members = new Map(listMembers(given).map((member) => [member.name, member.form]));
  const copy = {};
  for (const [key, one] of Object.entries(value)) {
    const member = members.get(key);
    const inner = member ? within(member, one) : one;
    const get = () => {
      if (member && name !== undefined) note(`${name}.${key}`);
      return inner;
    };
    Object.defineProperty(copy, key, { get, enumerable: true, configurable: true });
  }
  return copy;
}
