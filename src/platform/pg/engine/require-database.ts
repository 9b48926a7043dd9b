import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { withClient } from '#platform/pg/connections.ts'
import { parseDatabaseUrl } from '#platform/pg/database-url.ts'
import { sharesSession } from '#platform/pg/pooler.ts'

/** Connect timeout of an external PostgreSQL at the start, in milliseconds. */
const connectTimeout = 8000

/** Largest difference in seconds between the clocks of this machine and of the database, by which tokens and links expire. */
const largestClockSkew = 60

type Addresses = Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>

/**
 * Connects to the external PostgreSQL of the settings, and checks that it can hold the database. Changes nothing.
 * @returns the settings of a connection with a session of its own
 * @throws Error with one line that names the setting and the remedy
 */
export async function requireDatabase(addresses: Addresses & { DATABASE_URL: string }): Promise<pg.ClientConfig> {
	const { DATABASE_URL, DATABASE_DIRECT_URL } = addresses
	if (!DATABASE_DIRECT_URL) {
		const owner = parseDatabaseUrl(DATABASE_URL)
		requireFinished(await requireSupportedServer(owner, 'DATABASE_URL'), 'DATABASE_URL')
		return owner
	}
	const owner = parseDatabaseUrl(DATABASE_DIRECT_URL)
	const found = await requireSupportedServer(owner, 'DATABASE_DIRECT_URL')
	requireFinished(found, 'DATABASE_DIRECT_URL')
	// The pooler may admit only the login role, which the first start makes.
	const pooled = await withClient(withTimeouts(parseDatabaseUrl(DATABASE_URL)), identityOf).catch(() => undefined)
	if (pooled !== undefined && pooled !== found.identity)
		throw new Error(
			'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Set DATABASE_DIRECT_URL to the address without the pooler of the database that DATABASE_URL leads to.',
		)
	return owner
}

const withTimeouts = (owner: pg.ClientConfig) => ({
	...owner,
	connectionTimeoutMillis: connectTimeout,
	query_timeout: connectTimeout,
})

/** A database as it was found at the start. `isUnfinished` says that a move or restore has begun to fill it and did not end. */
type FoundDatabase = { identity: string; isUnfinished: boolean }

function requireFinished({ isUnfinished }: FoundDatabase, setting: string): void {
	if (isUnfinished)
		throw new Error(
			`${setting} leads to a database that "plaudit move" or "plaudit restore" has not filled to the end. Run the same command again.`,
		)
}

/**
 * Requires a PostgreSQL that Plaudit can use. Changes nothing.
 * @param setting names the address in the error
 * @throws Error with one line that names the setting and the remedy
 */
export async function requireSupportedServer(owner: pg.ClientConfig, setting: string): Promise<FoundDatabase> {
	const settings = withTimeouts(owner)
	return withClient(settings, async (client) => {
		const isUnfinished = await checkServer(client, settings)
		return { identity: await identityOf(client), isUnfinished }
	}).catch((cause: Error) => {
		// The reason names each of several hosts.
		const address = 'choice' in owner ? '' : ` (${owner.host}:${owner.port})`
		throw new Error(`${setting} cannot be used${address}: ${cause.message}${remedyOf(cause, owner)}`, { cause })
	})
}

/** Tells databases apart, also behind a pooler: no two databases have both in common. */
async function identityOf(client: pg.Client): Promise<string> {
	const { rows } = await client.query(
		"select extract(epoch from pg_postmaster_start_time()) || ' ' || oid as identity from pg_database where datname = current_database()",
	)
	return rows[0].identity
}

/** @returns whether a move or restore has begun to fill the database and did not end */
async function checkServer(client: pg.Client, settings: pg.ClientConfig): Promise<boolean> {
	const { rows } = await client.query(
		`select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
			pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
			extract(epoch from clock_timestamp())::float8 as seconds,
			to_regclass('plaudit.unfinished_move') is not null as "isUnfinished"`,
	)
	const [{ version, encoding, isStandby, isReadOnly, seconds, isUnfinished }] = rows
	if (version < 150_000) throw new Error('it is older than PostgreSQL 15. Upgrade it, or name another one.')
	if (encoding !== 'UTF8')
		throw new Error(
			`its encoding is ${encoding}. Make another one: create database plaudit encoding 'UTF8' template template0`,
		)
	if (isStandby)
		throw new Error(
			'it is a standby, which takes no writes. Name the primary, or name both and add target_session_attrs=read-write.',
		)
	if (isReadOnly)
		throw new Error('its transactions are read-only. Reset default_transaction_read_only of the database or the user.')
	const skew = Math.round(Date.now() / 1000 - seconds)
	if (Math.abs(skew) > largestClockSkew)
		throw new Error(
			`its clock and the clock of this machine differ by ${Math.abs(skew)} s. Let a time service set both, such as chrony.`,
		)
	if (await sharesSession(client, settings))
		throw new Error(
			'it leads through a pooler in transaction mode, where LISTEN hears nothing and a lock stays behind. ' +
				'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, or of a pooler in session mode',
		)
	return isUnfinished
}

/** The operator's remedy for an error of a connection, by its code: of PostgreSQL, of the network or of TLS. */
const remedies: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'Start PostgreSQL there, or correct host and port.',
	EHOSTUNREACH: 'Correct the host, or open the network to it.',
	ETIMEDOUT: 'Correct host and port, or open the network to it.',
	ENOTFOUND: 'Correct the name of the host.',
	EAI_AGAIN: 'Correct the name of the host, or the name server of this machine.',
	'28P01': 'Correct user and password.',
	'28000': 'Correct the user, or admit it in pg_hba.conf.',
	'53300': 'Raise max_connections there, or lower DATABASE_POOL of the nodes.',
	'57P03': 'It is starting or stopping: try again.',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'Name the certificate of its authority with sslrootcert.',
	SELF_SIGNED_CERT_IN_CHAIN: 'Name the certificate of its authority with sslrootcert.',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Name the certificate of its authority with sslrootcert.',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Name the certificate of its authority with sslrootcert.',
	CERT_HAS_EXPIRED: 'Renew the certificate of PostgreSQL.',
	ERR_TLS_CERT_ALTNAME_INVALID: 'Use the name that its certificate has, or sslmode=verify-ca.',
}

/** Errors of the driver, which have no code. */
const messages: readonly [RegExp, string][] = [
	[/does not support SSL/, 'Turn TLS on there; or, on a private network, leave sslmode out.'],
	[/offers no channel binding/, 'Name the server itself instead of a relay before it, or leave channel_binding out.'],
	[/terminated unexpectedly/, 'Is it PostgreSQL that listens there?'],
	[/timeout expired/, 'Correct host and port, or open the network to it.'],
]

/** @returns a full stop and the remedy of an error of a connection; nothing for one without */
function remedyOf(error: Error, { database }: pg.ClientConfig): string {
	const { code = '', message } = error as NodeJS.ErrnoException
	const remedy =
		code === '3D000'
			? `Create it: create database ${database} encoding 'UTF8' template template0`
			: (remedies[code] ?? messages.find(([pattern]) => pattern.test(message))?.[1])
	return remedy ? `. ${remedy}` : ''
}
