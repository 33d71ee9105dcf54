import type { InputFieldMap, InputShapeFromFields, OutputRef } from '@pothos/core';
import type { Context } from '../domain/core/context.ts';
import type { EventBatches } from '../domain/core/streams/answers.ts';
import { builder } from './builder.ts';

interface Subscription<Args extends InputFieldMap, Event, Shape> {
  readonly description: string;
  readonly args: Args;
  readonly type: OutputRef<Shape>;
  /** Returns what has happened, as it happens. */
  readonly follow: (ctx: Context, args: InputShapeFromFields<Args>) => Promise<EventBatches<Event>>;
  /** Returns what the field shows of an event. */
  readonly resolve: (ctx: Context, event: Event) => NoInfer<Shape> | Promise<NoInfer<Shape>>;
}

/** Defines a subscription. It is executed for each event; see `core/streams/answers.ts`. */
export function subscription<Args extends InputFieldMap, Event, Shape>(
  name: string,
  { follow, resolve, ...options }: Subscription<Args, Event, Shape>,
): void {
  builder.subscriptionField(name, (t) =>
    t.field({
      ...options,
      // Pothos expects one event after the other, and does not see the types of the declaration.
      subscribe: (_root, given, ctx) => follow(ctx, given as never) as never,
      resolve: (event, _args, ctx) => resolve(ctx, event as never) as never,
    }),
  );
}
