import type { FactorType } from '@supabase/supabase-js'
import { check, unwrap } from '#web/lib/errors.ts'
import type { Client } from '#web/lib/supabase.ts'

/** Takes away what was begun and left (a reload in between): its name would be in the way of the next try. */
export async function dropUnfinished(client: Client, kind: FactorType): Promise<void> {
	const { all } = unwrap(await client.auth.mfa.listFactors())
	for (const { id, status, factor_type: type } of all)
		if (status === 'unverified' && type === kind)
			check(await client.auth.mfa.unenroll({ factorId: id }))
}
