import { asOwner, type TestDatabase } from '#test/support/test-database.ts'

/** Makes the proofs of a user's sessions an hour old, and their sessions with them. */
export async function ageProof(database: TestDatabase, userId: string): Promise<void> {
	await asOwner(
		database,
		`update auth.sessions set created_at = created_at - interval '1 hour', amr = (
			select jsonb_agg(jsonb_set(e, '{timestamp}', to_jsonb((e ->> 'timestamp')::bigint - 3600)))
			from jsonb_array_elements(amr) e
		) where user_id = $1`,
		[userId],
	)
}
