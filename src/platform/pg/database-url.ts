import { isIP } from 'node:net'
import pg from 'pg'
import type { DatabaseSettings, Host } from './database-client.ts'
import {
	DatabaseUrlError,
	type DatabaseUrlParameters,
	sortParameters,
	type UsedParameter,
} from './database-url-parameters.ts'
import { type SslMode, sslModes, tlsOptions } from './tls-options.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Given = DatabaseUrlParameters['used']

const sessionKinds = ['any', 'read-write', 'primary'] as const
const bindings = ['disable', 'prefer', 'require'] as const
const negotiations = ['postgres', 'direct'] as const

/** Milliseconds for a connection to one of several hosts, so that a dead one does not use up the time of a request. */
const timeoutOfSeveral = 3000
/** Milliseconds for a connection to the only host: a managed database that sleeps takes seconds to wake. */
const timeoutOfOne = 10_000

/**
 * Connection settings out of a DATABASE_URL of libpq's form, with one or several hosts. Parameters that other programs need are
 * dropped, so that the address of a managed database works as it was copied.
 * @throws DatabaseUrlError for a parameter that cannot be followed, a bad value, or a certificate that cannot be read
 */
export function parseDatabaseUrl(url: string): DatabaseSettings {
	const { user, password, hosts: named, database, query } = splitUrl(url)
	const { used: parameters } = sortParameters(readPairs(query))
	const hosts = readHosts(
		(parameters.host ?? parameters.hostaddr)?.split(',') ?? named.map(([host]) => host),
		parameters.port?.split(',') ?? named.map(([, port]) => port),
	)
	const [first] = hosts as [Host]
	const sslmode = readSslMode(parameters) ?? (hosts.some(isPublicName) ? 'prefer' : 'disable')
	const session = oneOf('target_session_attrs', sessionKinds, parameters.target_session_attrs ?? 'any')
	const binding = oneOf('channel_binding', bindings, parameters.channel_binding ?? 'disable')
	if (binding === 'require' && sslmode === 'disable')
		throw new DatabaseUrlError('channel_binding=require needs TLS: add sslmode=require')
	const negotiation = oneOf('sslnegotiation', negotiations, parameters.sslnegotiation ?? 'postgres')
	if (negotiation === 'direct' && (sslmode === 'disable' || sslmode === 'prefer'))
		throw new DatabaseUrlError('sslnegotiation=direct needs sslmode=require, verify-ca or verify-full')
	// Missing values come from the driver's defaults, such as PGPASSWORD.
	const identity = new pg.Client({
		user: parameters.user ?? (user || undefined),
		password: parameters.password ?? (password || undefined),
		database: parameters.dbname ?? (database || undefined),
	})
	requireRealPassword(identity.password)
	// A socket is never encrypted.
	const tlsOf = ({ host }: Host) => (host.startsWith('/') ? undefined : tlsOptions(sslmode, parameters, host))
	const ssl = tlsOf(first)
	const timeout = readTimeout(parameters.connect_timeout)
	const mayBePlain = sslmode === 'prefer' && binding !== 'require'
	const isChosen = hosts.length > 1 || session !== 'any' || sslmode === 'prefer' || timeout !== undefined
	return {
		host: first.host,
		port: first.port,
		user: identity.user ?? 'postgres',
		database: identity.database ?? 'postgres',
		...(identity.password ? { password: identity.password } : {}),
		...(ssl ? { ssl } : {}),
		...(binding === 'disable' ? {} : { enableChannelBinding: true, mustBindChannel: binding === 'require' }),
		...(negotiation === 'direct' ? { sslnegotiation: negotiation } : {}),
		...(parameters.application_name ? { application_name: parameters.application_name } : {}),
		...(parameters.options ? { options: parameters.options } : {}),
		...(isChosen
			? {
					choice: {
						hosts: hosts.map((host) => ({ ...host, ssl: tlsOf(host) })),
						mustWrite: session !== 'any',
						mayBePlain,
						timeout: timeout ?? (hosts.length > 1 ? timeoutOfSeveral : timeoutOfOne),
					},
				}
			: {}),
	}
}

/** One line for each address of a database that cannot be used. */
export function findDatabaseUrlErrors(env: Environment): string[] {
	return ['DATABASE_URL', 'DATABASE_DIRECT_URL'].flatMap((name) => {
		try {
			if (env[name]) parseDatabaseUrl(env[name])
			return []
		} catch (error) {
			return [`${name}: ${(error as Error).message}.`]
		}
	})
}

/** One line for each address with parameters that no one knows. The address itself has been parsed before. */
export function findIgnoredParameters(env: Environment): string[] {
	return ['DATABASE_URL', 'DATABASE_DIRECT_URL'].flatMap((name) => {
		if (!env[name]?.trim()) return []
		const { ignored } = sortParameters(readPairs(splitUrl(env[name]).query))
		return ignored.length > 0 ? [`${name}: parameters without effect here: ${ignored.join(', ')}.`] : []
	})
}

/** Reads `psql 'postgresql://…'`, quotes, and the prefixes of JDBC and SQLAlchemy as the address inside. */
function unwrap(copied: string): string {
	return copied
		.trim()
		.replace(/^psql\s+/, '')
		.replace(/^(["'])(.*)\1$/s, '$2')
		.trim()
		.replace(/^jdbc:/, '')
		.replace(/^(postgres(?:ql)?)\+\w+:/, '$1:')
}

/** The parts of a DATABASE_URL as environment variables of programs that use libpq, such as psql. No other user sees them. */
export function libpqVariables(url: string): Record<string, string> {
	const { user, password, hosts, database, query } = splitUrl(url)
	const given = sortParameters(readPairs(query)).used
	const { ssl, requiressl, sslpassword, ...used } = given
	const places = { host: hosts.map(([host]) => host).join(), port: hosts.map(([, port]) => port).join() }
	const parameters = { ...places, user, password, dbname: database, ...used, sslmode: readSslMode(given) }
	const named = Object.entries(parameters).map(([name, value]) => [variables[name] ?? variableOf(name), value])
	return Object.fromEntries(named.filter(([, value]) => value))
}
const variables: Record<string, string> = {
	dbname: 'PGDATABASE',
	application_name: 'PGAPPNAME',
	connect_timeout: 'PGCONNECT_TIMEOUT',
}
const variableOf = (parameter: string) => `PG${parameter.replaceAll('_', '').toUpperCase()}`

/** The WHATWG parser refuses several hosts. */
function splitUrl(copied: string) {
	const url = unwrap(copied)
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

const readPairs = (query: string) =>
	query
		.split('&')
		.filter(Boolean)
		.map((pair) => {
			const [name = '', ...value] = pair.split('=')
			return [decode(name), decode(value.join('='))] as const
		})

/** `sslmode`, or what other drivers write in place of it. libpq's `allow` encrypts less than `prefer`, and is read as that. */
function readSslMode({ sslmode, ssl, requiressl }: Given): SslMode | undefined {
	const mode = sslmode ?? ssl ?? (requiressl === '1' ? 'require' : undefined)
	const meaning: Record<string, SslMode> = { allow: 'prefer', 'no-verify': 'require' }
	if (sslmode === undefined) Object.assign(meaning, { true: 'require', 1: 'require', false: 'disable', 0: 'disable' })
	return mode === undefined ? undefined : oneOf(sslmode ? 'sslmode' : 'ssl', sslModes, meaning[mode] ?? mode)
}

/** Managed databases have names with dots, and most refuse connections without TLS. */
function isPublicName({ host }: Host): boolean {
	return host.includes('.') && !host.startsWith('/') && isIP(host) === 0
}

/** Consoles of managed databases show a placeholder until a button is pressed. */
function requireRealPassword(password: unknown): void {
	if (
		typeof password === 'string' &&
		/^(\*+|\[your-password\]|<[^>]*password[^>]*>|\{[^}]*password[^}]*\})$/i.test(password)
	)
		throw new DatabaseUrlError('still has the placeholder of its console for the password')
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

function oneOf<Value extends string>(name: UsedParameter, values: readonly Value[], value: string): Value {
	const found = values.find((candidate) => candidate === value)
	if (!found) throw new DatabaseUrlError(`${name}=${value} is not supported: use ${values.join(', ')}`)
	return found
}

/** @returns milliseconds for one host; nothing for libpq's 0, no limit, in place of which the default applies */
function readTimeout(text = '0'): number | undefined {
	const seconds = Number(text)
	if (!Number.isInteger(seconds)) throw new DatabaseUrlError(`connect_timeout=${text} is not a number of seconds`)
	return seconds > 0 ? seconds * 1000 : undefined
}
