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
RUN node node_modules/@nestjs/cli/bin/nest.js build deploy && npm prune --omit=dev --no-audit --no-fund

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
ENV NODE_ENV=production
WORKDIR /heed
COPY --from=build /heed/package.json ./
COPY --from=build /heed/node_modules node_modules
COPY --from=build /heed/dist dist
USER node
EXPOSE 8080
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["dist/apps/cli/src/main.js", "--help"]
