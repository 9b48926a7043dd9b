import type { SupabaseClient } from '@supabase/supabase-js'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { plaudit, type ServerAddress } from '#test/support/server-process.ts'

export const operator = { email: 'operator@example.test', password: 'a long enough pass phrase' }
export const ownerAndOperator = { ...operator, email: 'owner-and-operator@example.test' }

/** Settings of the server on which they are operators. */
export const operatorSettings = { OPERATORS: `${operator.email}, ${ownerAndOperator.email}` }

/** Signs an operator up, unless an earlier journey did. */
export async function signUpOperator(url: string, account = operator): Promise<SupabaseClient> {
	const client = officialClient(url, await fetchAnonKey(url))
	const options = { data: { username: account.email.split('@')[0] } }
	const { error } = await client.auth.signUp({ ...account, options })
	if (error && error.code !== 'user_already_exists') throw error
	return client
}

/** Stores a mail that was given up, as the operator's page lists it. */
export async function storeFailedMail(server: ServerAddress, to: string): Promise<void> {
	const failed = `insert into plaudit.jobs (kind, payload, attempts, failed_at, last_error)
		values ('mail', '{"template": "none", "to": "${to}", "data": {}}', 12, now(), '452 4.2.2 Mailbox full')`
	await plaudit(server, ['sql', '-c', failed])
}
