import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { createRefreshTokens } from '#server/auth/sessions/refresh-token.ts'
import { readConfig } from '#server/config.ts'
import { loadKeys } from '#server/keys.ts'
import { signToken } from '#server/tokens.ts'
import type { Server } from '#test/server.ts'

/** People who are signed in, with the tokens that the server would have given them. */
export type Signed = { accessTokens: string[]; refreshTokens: string[] }

const query = async <Row extends object>(server: Server, text: string, values: unknown[] = []) => {
	const client = new pg.Client({
		host: join(server.dataDir, 'socket'),
		user: 'postgres',
		database: 'plaudit',
	})
	await client.connect()
	try {
		return (await client.query<Row>(text, values)).rows
	} finally {
		await client.end()
	}
}

/** Puts people with an address, an identity and a session each straight into the database. */
export async function addPeople(server: Server, count: number): Promise<void> {
	const batch = randomBytes(4).toString('hex')
	// Without triggers and checks of references: what is measured does not read what they write.
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

/** Gives some people, spread over all, a password, and says who they are. */
export async function givePassword(
	server: Server,
	stored: string,
	count: number,
): Promise<string[]> {
	const rows = await query<{ email: string }>(
		server,
		`update auth.users set encrypted_password = $1
		where id in (select id from auth.users where id > $2 order by id limit $3) returning email`,
		[stored, randomUUID().replace(/^./, '0'), count],
	)
	return rows.map(({ email }) => email)
}

/** Tokens of some sessions, spread over all. */
export async function tokensOf(server: Server, count: number): Promise<Signed> {
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
			signToken(
				{ sub, session_id: id, role: 'authenticated', aud: 'authenticated', exp },
				keys.signing,
			),
		),
		refreshTokens: rows.map(({ id, refresh_counter: counter }) =>
			refreshTokens.write({ session: id, counter: BigInt(counter) }),
		),
	}
}

/** Brings tables that were just filled into the state in which the autovacuum and the checkpoints leave them in time. */
export async function settle(server: Server): Promise<void> {
	await query(server, 'vacuum (analyze) auth.users, auth.identities, auth.sessions')
	await query(server, 'checkpoint')
}
