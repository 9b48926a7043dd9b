import pg from 'pg'
import type { DatabaseSettings, Host } from './database-client.ts'
import { DatabaseUrlError } from './database-url-error.ts'
import { sslModes, tlsOptions } from './tls-options.ts'

/** host, port and the names of libpq's parameters that are supported. */
const parameters = [
	'host',
	'port',
	'user',
	'password',
	'dbname',
	'sslmode',
	'sslrootcert',
	'sslcert',
	'sslkey',
	'target_session_attrs',
	'connect_timeout',
] as const
type Parameter = (typeof parameters)[number]
const sessionKinds = ['any', 'read-write', 'primary'] as const

/**
 * Connection settings out of a DATABASE_URL of libpq's form, with one or several hosts.
 * @throws DatabaseUrlError for a parameter that is not known, a bad value, or a certificate that cannot be read
 */
export function parseDatabaseUrl(url: string): DatabaseSettings {
	const { user, password, hosts: named, database, query } = splitUrl(url)
	const given = readParameters(query)
	const hosts = readHosts(
		given.host?.split(',') ?? named.map(([host]) => host),
		given.port?.split(',') ?? named.map(([, port]) => port),
	)
	const sslmode = oneOf('sslmode', sslModes, given.sslmode ?? 'disable')
	const session = oneOf('target_session_attrs', sessionKinds, given.target_session_attrs ?? 'any')
	const [first] = hosts as [Host]
	// What is not given comes from the driver's defaults, such as PGPASSWORD.
	const identity = new pg.Client({
		user: given.user ?? (user || undefined),
		password: given.password ?? (password || undefined),
		database: given.dbname ?? (database || undefined),
	})
	const certificates = { sslrootcert: given.sslrootcert, sslcert: given.sslcert, sslkey: given.sslkey }
	// A socket is never encrypted.
	const tlsOf = ({ host }: Host) => (host.startsWith('/') ? undefined : tlsOptions(sslmode, certificates, host))
	const ssl = tlsOf(first)
	const timeout = given.connect_timeout
	const isChosen = hosts.length > 1 || session !== 'any' || sslmode === 'prefer' || timeout !== undefined
	return {
		host: first.host,
		port: first.port,
		user: identity.user ?? 'postgres',
		database: identity.database ?? 'postgres',
		...(identity.password ? { password: identity.password } : {}),
		...(ssl ? { ssl } : {}),
		...(isChosen
			? {
					choice: {
						hosts: hosts.map((host) => ({ ...host, ssl: tlsOf(host) })),
						mustWrite: session !== 'any',
						mayBePlain: sslmode === 'prefer',
						timeout: readTimeout(timeout),
					},
				}
			: {}),
	}
}

/** One line for each address of a database that cannot be used. */
export function findDatabaseUrlErrors(env: Readonly<Record<string, string | undefined>>): string[] {
	return ['DATABASE_URL', 'DATABASE_DIRECT_URL'].flatMap((name) => {
		try {
			if (env[name]) parseDatabaseUrl(env[name])
			return []
		} catch (error) {
			return [`${name}: ${(error as Error).message}.`]
		}
	})
}

/** The WHATWG parser refuses several hosts. */
function splitUrl(url: string) {
	const found = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(url)
	if (!found) throw new DatabaseUrlError('must be an address such as postgres://owner:password@host:5432/plaudit')
	const [, identity = '', places = '', database = '', query = ''] = found
	const colon = identity.indexOf(':')
	const hosts = places.split(',').map((place): [string, string] => {
		const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(place) ?? []
		if (place && !host && !port) throw new DatabaseUrlError(`the host "${decode(place)}" is not of the form name:port`)
		return [decode(host).replace(/^\[(.*)\]$/, '$1'), port]
	})
	return {
		user: decode(colon < 0 ? identity : identity.slice(0, colon)),
		password: colon < 0 ? '' : decode(identity.slice(colon + 1)),
		hosts,
		database: decode(database),
		query,
	}
}

function decode(text: string): string {
	try {
		// A sign of a password that was not escaped.
		return decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'))
	} catch {
		throw new DatabaseUrlError('has an escape that is not UTF-8: write % itself as %25')
	}
}

function readParameters(query: string): Partial<Record<Parameter, string>> {
	const given: Partial<Record<Parameter, string>> = {}
	for (const pair of query.split('&').filter(Boolean)) {
		const equals = pair.indexOf('=')
		const name = decode(equals < 0 ? pair : pair.slice(0, equals)) as Parameter
		if (!parameters.includes(name))
			throw new DatabaseUrlError(
				`the parameter ${name} is not supported: leave it out. Known are ${parameters.join(', ')}`,
			)
		const value = equals < 0 ? '' : decode(pair.slice(equals + 1))
		if (value) given[name] = value
	}
	return given
}

/** As in libpq, one port stands for all hosts. */
function readHosts(hosts: readonly string[], ports: readonly string[]): Host[] {
	if (ports.length > 1 && ports.length !== hosts.length)
		throw new DatabaseUrlError(
			`has ${hosts.length} hosts and ${ports.length} ports: give one port, or one for each host`,
		)
	return hosts.map((host, index) => {
		const port = Number((ports.length > 1 ? ports[index] : ports[0]) || 5432)
		if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new DatabaseUrlError(`the port ${port} is not one`)
		return { host: host || 'localhost', port }
	})
}

function oneOf<Value extends string>(name: Parameter, values: readonly Value[], value: string): Value {
	const found = values.find((one) => one === value)
	if (!found) throw new DatabaseUrlError(`${name}=${value} is not supported: use ${values.join(', ')}`)
	return found
}

/** Seconds for one host, as in libpq; three by default, so that a dead one does not use up the time of a request. */
function readTimeout(text = '3'): number {
	const seconds = Number(text)
	if (!Number.isInteger(seconds) || seconds < 1)
		throw new DatabaseUrlError(`connect_timeout=${text} is not a number of seconds`)
	return seconds * 1000
}
