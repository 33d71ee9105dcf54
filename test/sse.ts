/** A message of a stream of Server-Sent Events. */
export interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
  readonly retry?: string;
}

export interface SseStream {
  readonly response: Response;
  /** The next message with data; null when the stream has ended. */
  readonly next: () => Promise<Message | null>;
  /** All messages until the end of the stream. */
  readonly rest: () => Promise<Message[]>;
  readonly close: () => void;
}

/** Sends a request and reads its answer as a stream of events. Messages without data are kept as the id of the next one. */
export async function openSse(url: string, init: RequestInit = {}): Promise<SseStream> {
  const stop = new AbortController();
  const response = await fetch(url, { ...init, signal: stop.signal });
  const messages = messagesOf(response);
  const next = async () => (await messages.next()).value ?? null;
  return {
    response,
    next: async () => {
      for (let message = await next(); ; message = await next())
        if (message === null || message.data !== undefined) return message;
    },
    rest: async () => {
      const found: Message[] = [];
      for await (const message of messages) found.push(message);
      return found;
    },
    close: () => stop.abort(),
  };
}

async function* messagesOf({ body }: Response): AsyncGenerator<Message, undefined, undefined> {
  if (!body) return undefined;
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith(':'));
      if (lines.length > 0) yield Object.fromEntries(lines.map((line) => [line.split(':', 1)[0], valueOf(line)]));
    }
  }
  return undefined;
}

const valueOf = (line: string) => line.slice(line.indexOf(':') + 1).replace(/^ /, '');
