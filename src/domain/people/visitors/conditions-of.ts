import type { SitePlacement } from '../../../access/queries/visitor.ts';
import type { Context } from '../../core/context.ts';
import { createConditions, type Conditions } from './conditions.ts';

const known = new WeakMap<Context['loaders'], Conditions>();

/** The conditions of the visitor who makes the request; null for users, who see everything they may read. */
export function conditionsOf(ctx: Pick<Context, 'actor' | 'loaders'>): Conditions | null {
  const { visitor } = ctx.actor;
  if (visitor === undefined) return null;
  const made = known.get(ctx.loaders) ?? createConditions(visitor.claims);
  known.set(ctx.loaders, made);
  return made;
}

/** Whether a visitor sees a site space: its own condition and that of its section must hold. */
export const isPlacementShown = ({ holds }: Conditions, { condition, sectionCondition }: SitePlacement): boolean =>
  holds(condition) && holds(sectionCondition);
