import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it was received. */
interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  /** The bytes of the span, in which tests search for texts. */
  readonly bytes: Buffer;
}

/** Receives spans by OTLP over HTTP on this machine. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const resources: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      for (const [, resourceSpans] of fields(Buffer.concat(chunks), 1)) {
        resources.push(...fields(resourceSpans, 1).map(([, resource]) => resource));
        for (const [, scopeSpans] of fields(resourceSpans, 2))
          spans.push(...fields(scopeSpans, 2).map(([, span]) => readSpan(span)));
      }
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, resources, close: () => server.close() };
}

function readSpan(bytes: Buffer): ReceivedSpan {
  const first = (field: number) => fields(bytes, field)[0]?.[1] ?? Buffer.alloc(0);
  return {
    traceId: first(1).toString('hex'),
    spanId: first(2).toString('hex'),
    parentId: first(4).toString('hex'),
    name: first(5).toString(),
    bytes,
  };
}

/** Returns the length-delimited fields with this number in a message of Protocol Buffers. */
function fields(message: Buffer, wanted: number): [number, Buffer][] {
  const found: [number, Buffer][] = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = message[at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const wire = tag % 8;
    const number = (tag - wire) / 8;
    if (wire === 0) varint();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else {
      const length = varint();
      if (number === wanted) found.push([number, message.subarray(at, at + length)]);
      at += length;
    }
  }
  return found;
}
