/**
 * The parts of `node:http` that the server uses as values. An import statement would read every export of that module
 * and so load the built-in WebSocket client, fetch and HTTP/2: 12 MiB that nothing here needs at the start.
 */
export const { Agent, createServer, IncomingMessage, request } = process.getBuiltinModule('node:http')
