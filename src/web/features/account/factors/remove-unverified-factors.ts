import type { FactorType } from '@supabase/supabase-js'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'

/** Removes enrollments that were never verified (after a reload); their names would block the next attempt. */
export async function removeUnverifiedFactors(client: Client, kind: FactorType): Promise<void> {
	const { all } = unwrap(await client.auth.mfa.listFactors())
	for (const { id, status, factor_type: type } of all)
		if (status === 'unverified' && type === kind) throwIfError(await client.auth.mfa.unenroll({ factorId: id }))
}
