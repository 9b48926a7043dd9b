import { randomBytes, randomUUID } from 'node:crypto'
import { connectOwner } from '#bench/owner.ts'
import { createRefreshTokens } from '#platform/auth/accounts/sessions/refresh-token-format.ts'
import { signToken } from '#platform/keys/jwt.ts'
import { loadKeys } from '#platform/keys/keys.ts'
import { readConfig } from '#server/settings.ts'
import type { Server } from '#test/support/server-process.ts'

const query = async <Row extends object>(server: Server, text: string, values: unknown[] = []) => {
	const client = await connectOwner(server)
	try {
		return (await client.query<Row>(text, values)).rows
	} finally {
		await client.end()
	}
}

/** Inserts users with an address, an identity and a session each directly into the database. */
export async function insertUsers(server: Server, count: number): Promise<void> {
	const batch = randomBytes(4).toString('hex')
	// Triggers and foreign keys are off: their writes are not part of any measurement.
	await query(server, 'alter role postgres set session_replication_role = replica')
	await query(
		server,
		`with people as (
			insert into auth.users (id, email, email_confirmed_at, email_proven, raw_app_meta_data, raw_user_meta_data)
			select gen_random_uuid(), 'person-' || i || '-${batch}@skerry.example', now(), true,
				'{"provider": "email", "providers": ["email"]}', '{"email_verified": true}'
			from generate_series(1, $1) i
			returning id, email
		), identities as (
			insert into auth.identities (user_id, provider, provider_id, identity_data)
			select id, 'email', id::text, jsonb_build_object('sub', id, 'email', email, 'email_verified', true)
			from people
		)
		insert into auth.sessions (id, user_id, amr)
		select gen_random_uuid(), id, '[{"method": "password", "timestamp": 1795000000}]' from people`,
		[count],
	)
	await query(server, 'alter role postgres reset session_replication_role')
}

/**
 * Sets a password for users spread over the whole table.
 * @returns their addresses
 */
export async function setPasswords(server: Server, stored: string, count: number): Promise<string[]> {
	const rows = await query<{ email: string }>(
		server,
		`update auth.users set encrypted_password = $1
		where id in (select id from auth.users where id > $2 order by id limit $3) returning email`,
		[stored, randomUUID().replace(/^./, '0'), count],
	)
	return rows.map(({ email }) => email)
}

/** The tokens that the server would have issued for sessions spread over the whole table. */
export async function tokensOf(server: Server, count: number) {
	const keys = await loadKeys(readConfig({ DATA_DIR: server.dataDir }).config)
	const refreshTokens = createRefreshTokens(keys.secret)
	const rows = await query<{ id: string; user_id: string; refresh_counter: string }>(
		server,
		`select id, user_id, refresh_counter from auth.sessions where id > $1 order by id limit $2`,
		[randomUUID().replace(/^./, '0'), count],
	)
	const exp = Math.floor(Date.now() / 1000) + 3600
	return {
		accessTokens: rows.map(({ id, user_id: sub }) =>
			signToken({ sub, session_id: id, role: 'authenticated', aud: 'authenticated', exp }, keys.signing),
		),
		refreshTokens: rows.map(({ id, refresh_counter: counter }) =>
			refreshTokens.write({ session: id, counter: BigInt(counter) }),
		),
	}
}

/** Vacuums and checkpoints freshly filled tables, as autovacuum would in time. */
export async function vacuumAndCheckpoint(server: Server): Promise<void> {
	await query(server, 'vacuum (analyze) auth.users, auth.identities, auth.sessions')
	await query(server, 'checkpoint')
}
