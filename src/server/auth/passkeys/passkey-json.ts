import type { PasskeyRow } from './passkey-queries.ts'

/** A passkey as the wire shows it. Absent fields are left out, never null. */
export function passkeyJson({ id, friendly_name, created_at, last_used_at }: PasskeyRow) {
	return {
		id,
		friendly_name: friendly_name ?? undefined,
		created_at,
		last_used_at: last_used_at ?? undefined,
	}
}
