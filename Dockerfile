# Not built on the machines that develop Plaudit (no engine there): read docs/self-hosting.md before relying on it.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
# A release has the package beside this file; a clone builds it. The image brings its own Node.js.
RUN (ls plaudit-*.tgz || npm pack --loglevel=error) \
	&& npm install --prefix /app --omit=dev --no-audit --no-fund ./plaudit-*.tgz \
	&& rm -rf /app/node_modules/node-* /app/node_modules/.bin/node

FROM node:24-bookworm-slim
# Prepares video and audio.
RUN apt-get update \
	&& apt-get install -y --no-install-recommends ffmpeg \
	&& rm -rf /var/lib/apt/lists/*
# Compiled code is kept in the container, as the program's own folder belongs to root. compose.yaml, with a read-only container, names /data.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/home/node/.cache/node PATH=/app/node_modules/.bin:$PATH
WORKDIR /app
# PostgreSQL refuses to run as root, and initdb needs a user with a name: `node` has one.
RUN mkdir /data && chown node:node /data
COPY --from=build --chown=root:root /app /app
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
	CMD ["node", "-e", "fetch('http://127.0.0.1:3000/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "node_modules/plaudit/dist/program/server.js"]
