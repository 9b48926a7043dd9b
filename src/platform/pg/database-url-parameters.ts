import { editDistance } from '#platform/config/edit-distance.ts'

/** A DATABASE_URL that cannot be used, with one line of advice. It never contains the password. */
export class DatabaseUrlError extends Error {}

/** Parameters that change how Plaudit connects: names of libpq, and `ssl` of several drivers. */
const usedParameters = [
	'host',
	'hostaddr',
	'port',
	'user',
	'password',
	'dbname',
	'sslmode',
	'ssl',
	'requiressl',
	'sslrootcert',
	'sslcert',
	'sslkey',
	'sslpassword',
	'sslnegotiation',
	'ssl_min_protocol_version',
	'ssl_max_protocol_version',
	'channel_binding',
	'target_session_attrs',
	'connect_timeout',
	'application_name',
	'options',
] as const
export type UsedParameter = (typeof usedParameters)[number]

/** Parameters of libpq and of other drivers that demand nothing, or what Plaudit does anyway. They are dropped in silence. */
const harmlessParameters = new Set([
	'client_encoding',
	'fallback_application_name',
	'keepalives',
	'keepalives_idle',
	'keepalives_interval',
	'keepalives_count',
	'tcp_user_timeout',
	'krbsrvname',
	'gsslib',
	'gssdelegation',
	'sslcompression',
	'sslsni',
	'sslcertmode',
	'load_balance_hosts',
	'uselibpqcompat',
	// Prisma, for PgBouncer.
	'pgbouncer',
	'connection_limit',
	'pool_timeout',
	'socket_timeout',
	'statement_cache_size',
	'sslaccept',
	// Supabase with Vercel.
	'supa',
	'workaround',
	'sslinline',
	// JDBC.
	'ApplicationName',
	'prepareThreshold',
	// pgx, Rails, SQLAlchemy.
	'pool',
	'pool_max_conns',
	'statement_cache_capacity',
	'default_query_exec_mode',
	'prepared_statements',
	'prepared_statement_cache_size',
])

/** Parameters that demand a protection, or lead elsewhere, in a way that Plaudit cannot follow. */
const unsupportedParameters = new Set([
	'require_auth',
	'requirepeer',
	'sslcrl',
	'sslcrldir',
	'sslidentity',
	'service',
	'servicefile',
	'passfile',
	'replication',
])

/** A longer distance than this is another word, not a typing error. */
const maxEditDistance = 2

export type DatabaseUrlParameters = {
	used: Partial<Record<UsedParameter, string>>
	/** Names of parameters that no one knows, which have no effect. */
	ignored: readonly string[]
}

/**
 * Sorts the decoded parameters of an address.
 * @throws DatabaseUrlError for a parameter that demands what is not supported, and for one that looks misspelt
 */
export function sortParameters(pairs: readonly (readonly [name: string, value: string])[]): DatabaseUrlParameters {
	const used: Partial<Record<UsedParameter, string>> = {}
	const ignored: string[] = []
	for (const [name, value] of pairs) {
		if (isUsed(name)) {
			if (value) used[name] = value
		} else if (unsupportedParameters.has(name) || (name === 'gssencmode' && value === 'require'))
			throw new DatabaseUrlError(`the parameter ${name} is not supported: leave it out`)
		else if (name !== 'gssencmode' && !harmlessParameters.has(name)) {
			requireNotMisspelt(name)
			ignored.push(name)
		}
	}
	return { used, ignored }
}

const isUsed = (name: string): name is UsedParameter => usedParameters.includes(name as UsedParameter)

/** A misspelt `sslmode` must not connect without encryption. */
function requireNotMisspelt(name: string): void {
	const short = name.slice(0, 40)
	const known = [...usedParameters, ...unsupportedParameters].filter((parameter) => parameter.length > 4)
	const near = known.find((parameter) => editDistance(short.toLowerCase(), parameter) <= maxEditDistance)
	if (near) throw new DatabaseUrlError(`the parameter ${short} is not known: ${near} is the nearest one`)
	if (/^(ssl|tls|channel|require)/i.test(name))
		throw new DatabaseUrlError(`the parameter ${short} is not known, and may ask for a protection: leave it out`)
}
