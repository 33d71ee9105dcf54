import * as z from 'zod';
import { shorten } from '../../../lib/errors.ts';
import { eventTypes, type EventType } from './catalogue.ts';

const allTypes = Object.keys(eventTypes) as readonly EventType[];

/** The types of which installations are sent events, in the form of the public client of integrations. */
export const installationTypes = [
  'installation.created',
  'installation.updated',
  'installation.deleted',
  'installation_space.added',
  'installation_space.updated',
  'installation_space.removed',
  'installation_site.added',
  'installation_site.updated',
  'installation_site.removed',
  'content.updated',
  'git_sync.started',
  'git_sync.completed',
  'git_sync.failed',
] as const satisfies readonly EventType[];
const forInstallations: ReadonlySet<string> = new Set(installationTypes);

/** What webhooks must have to be sent some of a batch of events. */
export interface Wanted {
  /** Ids of the spaces, collections and sites that the events belong to. */
  readonly places: readonly string[];
  /** Patterns that name the types of the events. */
  readonly patterns: readonly string[];
  /** Whether installations may be sent some of them. */
  readonly toInstallations: boolean;
}

interface PlacedEvent {
  readonly type: string;
  readonly spaceId?: string | null | undefined;
  readonly collectionId?: string | null | undefined;
  readonly siteId?: string | null | undefined;
  readonly data: unknown;
}

/** Returns what webhooks must have to be sent some of these events. What is deleted belongs to the collections that it was in. */
export function wantedOf(events: readonly PlacedEvent[]): Wanted {
  const types = [...new Set(events.map(({ type }) => type))];
  const places = events.flatMap(({ spaceId, collectionId, siteId, data }) => {
    const { within = [] } = data as { readonly within?: readonly string[] };
    return [spaceId, collectionId, siteId, ...within].filter((id) => id !== null && id !== undefined);
  });
  const beginnings = types.map((type) => `${type.split('.')[0]}.*`);
  return {
    places: [...new Set(places)],
    patterns: [...new Set(['*', ...beginnings, ...types])],
    toInstallations: types.some((type) => forInstallations.has(type)),
  };
}

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
