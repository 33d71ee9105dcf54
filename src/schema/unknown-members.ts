import * as z from 'zod';
import { typeOfForm } from '../lib/form-types.ts';
import { isRecord } from '../lib/is-record.ts';
import { findAlternatives, core, hasMembers, leafType, listMembers } from './form-members.ts';
import { isKind } from './form-spelling.ts';

/** A name in a value that its form does not have. */
export interface Unknown {
  readonly path: string;
  readonly name: string;
  /** The names that the form has at this place. */
  readonly known: readonly string[];
}

type Report = (unknown: Unknown) => void;
type Find = (value: unknown, path: string, report: Report) => void;

const nothing: Find = () => undefined;

/**
 * Returns a function that reports each member of a value, in the spelling of the contract, that its form does not have.
 * Values may be invalid. Members that the form does not declare, such as those of free JSON, are not reported.
 */
export function unknownMembersOf(given: z.ZodType): Find {
  const form = core(given);
  if (form instanceof z.ZodArray) return inItems(unknownMembersOf(form.element as z.ZodType));
  if (form instanceof z.ZodRecord) return typeOfForm(form)?.entry ? inEntries(form) : nothing;
  const alternatives = findAlternatives(form);
  if (alternatives) {
    const finds = alternatives.map((each) => [each.form, unknownMembersOf(each.form)] as const);
    return (value, path, report) => {
      if (value !== null) finds.find(([of]) => isKind(of, value))?.[1](value, path, report);
    };
  }
  return leafType(given) === null && hasMembers(form) ? inMembers(given, form) : nothing;
}

const inItems =
  (find: Find): Find =>
  (items, path, report) => {
    if (find !== nothing && Array.isArray(items))
      items.forEach((item, index) => find(item, below(path, String(index)), report));
  };

function inEntries(form: z.ZodRecord): Find {
  const find = unknownMembersOf(form.valueType as z.ZodType);
  return (value, path, report) => {
    if (isRecord(value)) for (const [name, entry] of Object.entries(value)) find(entry, below(path, name), report);
  };
}

function inMembers(wrapper: z.ZodType, form: z.ZodType): Find {
  const finds = new Map(listMembers(form).map((member) => [member.name, unknownMembersOf(member.form)]));
  const names = [...finds.keys()];
  const inRest = typeOfForm(wrapper)?.inRest;
  return (value, path, report) => {
    const object = inRest ? inRest.convert(value) : value;
    if (!isRecord(object)) return;
    for (const [name, member] of Object.entries(object)) {
      const find = finds.get(name);
      if (find) find(member, below(path, name), report);
      else report({ path: below(path, name), name, known: names });
    }
  };
}

const below = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
