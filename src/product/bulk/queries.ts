import { type Query, sql } from '#platform/pg/sql.ts'
import type { MatchFilter, ParsedBulk } from './parse-bulk.ts'

export const startBulk = ({ spaceId, filter, action, value }: ParsedBulk): Query => sql`
	select private.start_bulk(${spaceId}, ${JSON.stringify(filter)}, ${action}, ${value}) as started`

export const undoBulk = (id: string): Query => sql`select private.undo_bulk(${id}) as bulk`

export const endBulk = (id: string): Query => sql`select private.end_bulk(${id}) as bulk`

export const bulkSummary = (space: string, filter: MatchFilter): Query => sql`
	select private.bulk_summary(${space}, ${JSON.stringify(filter)}) as summary`

/** @param most testimonials of one transaction */
export const runBulkPiece = (space: string, id: string, most: number): Query => sql`
	select private.run_bulk_piece(${space}, ${id}, ${most}::int) as is_more`

export const stopBulk = (space: string, id: string, problem: string): Query => sql`
	select private.stop_bulk(${space}, ${id}, ${problem})`
