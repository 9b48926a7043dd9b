import type { Claims } from '#server/pg/db.ts'
import type { Change } from './change.ts'
import type { Relation } from './relations.ts'

/** The columns that may be told; `hidden`: nothing is said; `keyless`: only that a row without a primary key changed. */
export type Sight = ReadonlySet<string> | 'hidden' | 'keyless'
/** What may be told of each change, by claims. */
export type Sights = Map<Change, Map<string, Sight>>
/** All changes of one table that listeners with equal claims might hear: one query decides. */
export type Question = {
	relation: Relation
	claims: Claims
	claimsKey: string
	changes: Set<Change>
}
