# Octavo in a container: a build stage with the compilers, and a runtime with nothing but Node and the built program.
FROM node:24-bookworm-slim AS build
WORKDIR /octavo
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# `docker build --build-arg OCTAVO_COMMIT=$(git rev-parse --short=12 HEAD)`: the commit stands beside the version, in metrics and backups.
ARG OCTAVO_COMMIT
RUN npm run build && npm run prune:production

FROM node:24-bookworm-slim
# Git reads repositories, and trusts hosts by these certificates.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git && rm -rf /var/lib/apt/lists/*
LABEL org.opencontainers.image.title="Octavo" \
      org.opencontainers.image.description="A self-hosted documentation platform as an API" \
      org.opencontainers.image.licenses="MIT"
ENV MALLOC_ARENA_MAX=1 NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /octavo
COPY --from=build --chown=root:root /octavo/package.json /octavo/package-lock.json /octavo/LICENSE /octavo/README.md ./
COPY --from=build --chown=root:root /octavo/bin ./bin
COPY --from=build --chown=root:root /octavo/prisma ./prisma
COPY --from=build --chown=root:root /octavo/docs ./docs
COPY --from=build --chown=root:root /octavo/src/app/pages ./src/app/pages
COPY --from=build --chown=root:root /octavo/src/reader/client ./src/reader/client
COPY --from=build --chown=root:root /octavo/node_modules ./node_modules
COPY --from=build --chown=root:root /octavo/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
# The program is the first process, so that it receives SIGTERM and completes the requests in progress.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "bin/octavo.mjs"]
CMD ["serve"]
