import type { Db } from '#platform/pg/db.ts'
import { anon, readQuery } from '#product/run-query.ts'
import type { StoredProof } from './build-receipt.ts'
import { publicProof } from './queries.ts'

/** Result of `private.public_proof`. */
export type PublicProof = StoredProof & {
	space_id: string
	locale: string
	color: string | null
	shown: { is_excerpt: boolean; author: string | null }
}

/** The proof of a public testimonial; null when it is not public. @param withLeaves for the file, whose paths are made of them */
export async function loadPublicProof(db: Db, id: string, withLeaves: boolean): Promise<PublicProof | null> {
	const [row] = await readQuery<{ proof: PublicProof | null }>(db, anon, publicProof(id, withLeaves))
	return row?.proof ?? null
}
