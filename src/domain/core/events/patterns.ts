import * as z from 'zod';
import { shorten } from '../../../lib/errors.ts';
import { eventTypes, type EventType } from './catalogue.ts';

const allTypes = Object.keys(eventTypes) as readonly EventType[];

/** Whether a pattern names a type: exactly, by its beginning as in `space.*`, or as `*`. */
export const matchesType = (pattern: string, type: string): boolean =>
  pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));

/** The types that patterns name, among all of them or some. */
export const typesOf = (patterns: readonly string[], among: readonly EventType[] = allTypes): EventType[] =>
  among.filter((type) => patterns.some((pattern) => matchesType(pattern, type)));

/** The types that patterns name exactly. */
export const exactTypes = (patterns: readonly string[]): EventType[] =>
  allTypes.filter((type) => patterns.includes(type));

/** A pattern that names some of these types. */
export const eventPattern = (among: readonly EventType[] = allTypes) =>
  z
    .string()
    .max(100)
    .refine((pattern) => typesOf([pattern], among).length > 0, {
      error: ({ input }) =>
        `"${shorten(String(input))}" is no type of event, nor \`*\` or the beginning of one such as \`space.*\``,
    });

/** Patterns of types: exact ones, `space.*`, or `*`. */
export const eventPatterns = (among?: readonly EventType[]) => z.array(eventPattern(among)).min(1).max(100);
