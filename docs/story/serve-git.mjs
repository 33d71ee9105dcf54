// Serves the repositories of a folder by git's own backend: `node serve-git.mjs folder [port]`. It prints its address.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const [root, port = 0] = process.argv.slice(2);

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://server');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: request.headers['git-protocol'] ?? '',
      REMOTE_USER: 'story',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  request.pipe(backend.stdin);
  const chunks = [];
  backend.stdout.on('data', (chunk) => chunks.push(chunk));
  backend.stdout.on('end', () => {
    // What the backend answers is that of a CGI program: headers, an empty line, the body.
    const answer = Buffer.concat(chunks);
    const end = answer.indexOf('\r\n\r\n');
    const head = answer.subarray(0, end).toString('latin1').split('\r\n');
    const headers = head.map((line) => line.split(/: (.*)/)).filter(([name]) => name !== 'Status');
    const status = head.find((line) => line.startsWith('Status: '))?.slice('Status: '.length, 'Status: 200'.length);
    response.writeHead(Number(status ?? 200), Object.fromEntries(headers)).end(answer.subarray(end + 4));
  });
});
server.listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
