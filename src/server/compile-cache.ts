import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Caches compiled code between starts, also without npm, whose scripts set NODE_COMPILE_CACHE. Only modules imported
 * later are cached: main.ts imports this one first, and start.ts loads the services on demand.
 */
enableCompileCache(fileURLToPath(new URL('../../.cache/node', import.meta.url)))
