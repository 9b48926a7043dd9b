import type { Exchange } from '#platform/http/routing/exchange.ts'

/** The parts of a request that accounts and sessions read. */
export type Requester = Pick<Exchange, 'header' | 'ip'>
