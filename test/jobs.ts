import * as z from 'zod';
import { failure } from '../src/lib/errors.ts';
import { jobHandler, type JobKind, type JobRun } from '../src/domain/jobs/kind.ts';
import type { Context } from '../src/domain/context.ts';
import { getSpace } from '../src/domain/spaces/spaces.ts';

const Payload = z.object({ spaceId: z.string(), script: z.string() });

/** A job whose doing a test decides. */
export const scripted: JobKind<z.infer<typeof Payload>, { said: string }> = {
  name: 'test-scripted',
  payload: Payload,
  result: z.object({ said: z.string() }),
};

type Script = (ctx: Context, run: JobRun<{ said: string }>) => Promise<{ said: string }>;

const scripts = new Map<string, Script>();

/** Names what a scripted job does. */
export function script(does: Script): string {
  const name = `script ${scripts.size}`;
  scripts.set(name, does);
  return name;
}

/** Handlers that the server of the tests has besides its own. */
export const testJobs = [
  jobHandler(scripted, async (ctx, { spaceId, script: name }, run) => {
    await getSpace(ctx, spaceId);
    const does = scripts.get(name);
    if (!does) throw failure('invalid_state', `There is no ${name}`);
    return does(ctx, run);
  }),
];

/** A gate that a script waits at. */
export function gate() {
  let open: () => void = () => undefined;
  let isOpen = false;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    opened,
    isOpen: () => isOpen,
    open: () => {
      isOpen = true;
      open();
    },
  };
}
