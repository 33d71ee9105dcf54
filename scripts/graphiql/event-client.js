// A client of subscriptions over Server-Sent Events, in the form in which GraphiQL takes a client.

/** Returns a client that subscribes by POST, as other operations are sent. */
export const createEventClient = ({ url, fetch }) => ({
  subscribe(request, sink) {
    const stop = new AbortController();
    const send = async () => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify(request),
        signal: stop.signal,
      });
      await readAnswers(response, sink.next);
    };
    send().then(
      () => sink.complete(),
      (error) => stop.signal.aborted || sink.error(error),
    );
    return () => stop.abort();
  },
});

/** Calls `next` with each answer. A request that is refused as a whole has one, in JSON. */
async function readAnswers(response, next) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return next(await response.json());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const messages = (rest + part.value).split('\n\n');
    rest = messages.pop();
    for (const message of messages) {
      const [, data] = /^data: (.+)$/m.exec(message) ?? [];
      if (data !== undefined) next(JSON.parse(data));
    }
  }
  return undefined;
}
