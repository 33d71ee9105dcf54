import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../../config.ts';
import { createLogOutput, type LogOutput } from './log-output.ts';
import { sentenceOfLine } from './log-sentences.ts';
import { redacted } from './redact.ts';

/** Fields that a log line may contain; all others are omitted. Secrets are removed from fields of kind `text`. */
const fields = {
  requestId: 'plain',
  method: 'plain',
  route: 'plain',
  status: 'plain',
  ms: 'plain',
  userId: 'plain',
  aborted: 'plain',
  signal: 'plain',
  migration: 'plain',
  durationMs: 'plain',
  timeoutMs: 'plain',
  spaceId: 'plain',
  organizationId: 'plain',
  count: 'plain',
  err: 'text',
  error: 'text',
  reason: 'text',
} as const satisfies Readonly<Record<string, 'plain' | 'text'>>;

const kinds: ReadonlyMap<string, 'plain' | 'text'> = new Map(Object.entries(fields));

const deepestCause = 5;

/** A log with its output. */
export interface ProcessLog extends Logger, Pick<LogOutput, 'drain'> {
  /** Passes the buffered lines on. */
  flushNow(): void;
}

interface LogOptions {
  readonly level: Config['LOG_LEVEL'];
  readonly to: 'stdout' | 'stderr';
}

/** Creates a log with the allowed fields. It writes sentences to a terminal, and JSON lines elsewhere. */
export function createLog({ level, to }: LogOptions): ProcessLog {
  const out = createLogOutput(process[to]);
  return Object.assign(createLogTo(process[to].isTTY ? inSentences(out) : out, level), {
    flushNow: () => out.flush(),
    drain: (ms: number) => out.drain(ms),
  });
}

/** Writes lines at once, because a person is waiting for them. */
const inSentences = (out: LogOutput): DestinationStream => ({
  write: (line) => {
    const sentence = sentenceOfLine(line);
    if (sentence === null) return;
    out.write(`${sentence}\n`);
    out.flush();
  },
});

/** Creates a log that writes JSON lines with the allowed fields to a stream. */
export function createLogTo(out: DestinationStream, level: Config['LOG_LEVEL']): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: allowedOnly },
    },
    out,
  );
}

function allowedOnly(line: Record<string, unknown>): Record<string, unknown> {
  const allowed: Record<string, unknown> = {};
  for (const key in line) {
    const kind = kinds.get(key);
    if (kind === 'plain') allowed[key] = line[key];
    else if (kind === 'text') allowed[key] = withoutSecrets(line[key]);
  }
  return allowed;
}

function withoutSecrets(value: unknown): unknown {
  return value instanceof Error ? described(value, 0) : redacted(String(value));
}

interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

/** Returns the name, message, code and stack of an error and its causes, redacted and without other members. */
function described(error: Error, depth: number): ErrorDescription {
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: redacted(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: redacted(error.stack) }),
    ...(error.cause instanceof Error && depth < deepestCause ? { cause: described(error.cause, depth + 1) } : {}),
  };
}
