# One image for every door of every service and for the command line: the command says which. `storage` is MinIO, built from its
# Go module because its images are no longer published.
#
#   docker build -t heed .                     docker run heed dist/apps/deploy/src/main.js

FROM node:24-bookworm-slim AS build
WORKDIR /heed
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY libs libs
COPY apps apps
# Without optional ones: some tools of development are optional peers of what runs, and would stay for that.
RUN node node_modules/@nestjs/cli/bin/nest.js build deploy && npm prune --omit=dev --omit=optional --no-audit --no-fund

FROM golang:1.26-bookworm AS minio
RUN --mount=type=cache,target=/go/pkg --mount=type=cache,target=/root/.cache/go-build \
    CGO_ENABLED=0 go install -ldflags '-s -w -X github.com/minio/minio/cmd.Version=2026-02-12T20:18:48Z' \
    github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c

FROM debian:bookworm-slim AS storage
COPY --from=minio /go/bin/minio /usr/local/bin/minio
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 9000
CMD ["minio", "server", "/data", "--address", ":9000"]

FROM node:24-bookworm-slim AS heed
# An init that hands on signals and buries the dead, for whoever runs the image without one of his own.
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
ENV NODE_ENV=production
WORKDIR /heed
COPY --from=build /heed/package.json ./
COPY --from=build /heed/node_modules node_modules
COPY --from=build /heed/dist dist
# For gateways, which serve them.
COPY docs/site docs/site
USER node
EXPOSE 8080
# Of doors alone: migrations and the command line are through before anybody asks. By the shell: a Node of its own every few seconds would be most of an idle container's work.
HEALTHCHECK --interval=5s --timeout=10s --start-period=300s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${HEED_PORT:-8080} && printf 'GET /health/ready HTTP/1.0\\r\\n\\r\\n' >&3 && read -r -t 5 answer <&3 && [[ $answer == *' 200 '* ]]"]
ENTRYPOINT ["tini", "--", "node"]
CMD ["dist/apps/cli/src/main.js", "--help"]
