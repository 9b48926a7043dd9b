import type { KnownAddresses } from '#web/features/invitations/recipients/check-recipients.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import { leftOut } from './left-out.ts'

/** Which of some normalized addresses the server would leave out: asked or declined before. */
export async function loadKnownAddresses(
	client: Client,
	spaceId: string,
	emails: readonly string[],
): Promise<KnownAddresses> {
	const known = unwrap(await client.rpc('known_recipients', { space_id: spaceId, emails: [...emails] }))
	return new Map(known.map(({ email, reason, at }) => [email, leftOut(reason, at)]))
}
