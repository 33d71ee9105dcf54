import * as z from 'zod';
import { DomainError, type ErrorDetail } from '../lib/errors.ts';
import { core, findAlternatives, hasMembers, listMembers, type FormMember } from './form-members.ts';

type Path = readonly PropertyKey[];

/** How a face names a member. */
type Name = (member: FormMember) => string;

const inContract: Name = ({ name }) => name;
const inGraph: Name = ({ graphName }) => graphName;

/** Converts a path below a value of a form from the names of the contract to those of the graph. */
export const pathInGraph = (form: z.ZodType, path: Path): string[] => renamed(form, path, inContract, inGraph);

/** Converts a path below a value of a form from the names of the graph to those of the contract. */
export const pathInContract = (form: z.ZodType, path: Path): string[] => renamed(form, path, inGraph, inContract);

/** Renames the steps of a path. Steps that the form does not have stay as they are. */
function renamed(given: z.ZodType, path: Path, from: Name, to: Name): string[] {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  const { name, form } = enter(given, String(step), from, to);
  return [name, ...(form ? renamed(form, rest, from, to) : rest.map(String))];
}

/** Returns the name of a step for the other face, and the form of what is there, if the step leads to one. */
function enter(given: z.ZodType, step: string, from: Name, to: Name): { name: string; form?: z.ZodType } {
  const form = core(given);
  if (form instanceof z.ZodArray) return { name: step, form: form.element as z.ZodType };
  if (form instanceof z.ZodRecord) return { name: step, form: form.valueType as z.ZodType };
  for (const alternative of findAlternatives(form) ?? []) {
    const entered = enter(alternative.form, step, from, to);
    if (entered.form) return entered;
  }
  const member = hasMembers(form) ? listMembers(form).find((each) => from(each) === step) : undefined;
  return member ? { name: to(member), form: member.form } : { name: step };
}

/**
 * Returns a failure of an operation with the names of the graph in the paths of its details and in its message. The domain
 * uses those of the contract, below `input`.
 */
export function failureInGraph(form: z.ZodType, failed: unknown): unknown {
  if (!(failed instanceof DomainError) || !failed.details) return failed;
  return renamedPaths(failed, (path) => {
    const [root, ...steps] = path.split('.');
    return root === 'input' ? ['input', ...pathInGraph(form, steps)].join('.') : path;
  });
}

/** Returns a failure with other paths in its details, and in their messages and its own where these begin with a path. */
export function renamedPaths(
  failed: DomainError,
  rename: (path: string) => string,
  given: readonly ErrorDetail[] = failed.details ?? [],
): DomainError {
  const details = given.map((detail) => {
    const path = rename(detail.path);
    return { ...detail, path, message: withPath(detail.message, detail.path, path) };
  });
  const [from, to] = [given[0]?.path ?? '', details[0]?.path ?? ''];
  if (details.every(({ path }, index) => path === given[index]?.path)) return failed;
  return new DomainError(failed.type, failed.status, withPath(failed.message, from, to), { details, cause: failed });
}

/** Replaces the path at the beginning of a message. */
const withPath = (message: string, from: string, to: string) =>
  message.startsWith(`${from}: `) ? `${to}${message.slice(from.length)}` : message;
