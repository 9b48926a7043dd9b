import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Keeps compiled code between starts, also when the program is started without npm, whose scripts set NODE_COMPILE_CACHE.
 * Only modules that are imported later are kept: main.ts imports this one first, and start.ts the services on demand.
 */
enableCompileCache(fileURLToPath(new URL('../../.cache/node', import.meta.url)))
