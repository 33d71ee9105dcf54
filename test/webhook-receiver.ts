import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './until.ts';

/** A call that a receiver got. */
export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Record<string, any>;
}

type Answer = number | ((response: ServerResponse, call: ReceivedCall) => void);

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly calls: ReceivedCall[];
  /** Answers the next calls so; the last answer is that of all later calls. */
  answers(...answers: readonly Answer[]): void;
}

/** Starts an address that records what it is told. It answers with 200 at first. */
export async function aReceiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  let planned: readonly Answer[] = [200];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const call = { headers: request.headers, text, body: JSON.parse(text) as Record<string, any> };
      calls.push(call);
      const [answer = 200, ...later] = planned;
      if (later.length > 0) planned = later;
      if (typeof answer === 'number') response.writeHead(answer).end('{}');
      else answer(response, call);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    calls,
    answers: (...answers) => void (planned = answers),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Makes a receiver keep its next calls waiting, which it then answers with a status. */
export function holdCalls(receiver: Receiver, status = 200) {
  const held: (() => void)[] = [];
  const abandoned: boolean[] = [];
  receiver.answers((response) => {
    const place = held.push(() => response.writeHead(status).end()) - 1;
    response.on('close', () => void (abandoned[place] = !response.writableEnded));
  });
  return {
    /** Answers the call at a place. */
    answer: (place: number) => held[place]?.(),
    /** Waits until so many calls are held. */
    count: (count: number) =>
      until(
        () => held.length,
        (length) => length === count,
      ),
    /** Whether the caller has given up the call at a place. */
    abandoned,
  };
}
